package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.ftmpj.it.job.Command;
import org.ftmpj.it.job.Dialogue;
import org.ftmpj.it.job.Javas;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Line;
import org.ftmpj.it.job.LocalHosts;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.SecretFiles;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.EndsEarly;
import org.ftmpj.it.program.ReadsInput;
import org.ftmpj.samples.ring.Ring;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs on several hosts, which are all this machine: how they start, recover and end. */
class HostsIT {
  private static final int FTMPJ_ERROR = 70;
  private static final int INTERRUPTED = 130;

  @RegisterExtension final Jobs jobs = new Jobs();

  private LocalHosts hosts() {
    return LocalHosts.in(jobs.directory());
  }

  private JobSpec ring(int ranks) {
    return JobSpec.of(Ring.class, "100000", "100000").ranks(ranks);
  }

  /** A sample, or in one of four builds the functional table, which takes the longest. */
  static Stream<Arguments> samples() {
    Sample[] samples =
        Stream.of(Sample.values()).filter(sample -> sample != Sample.TABLE).toArray(Sample[]::new);
    Sample[] table = {Sample.TABLE};
    return Seed.one("table or sample over hosts", table, samples, samples, samples)
        .distinct()
        .flatMap(Sample::one)
        .flatMap(
            sample ->
                Seed.one("level over hosts " + sample, Level.values())
                    .map(level -> Arguments.of(sample, level)));
  }

  @ParameterizedTest(name = "{0} at level {1}")
  @MethodSource("samples")
  @Rotated(
      kind = "jobs over several hosts",
      turns = {0, 4})
  void shouldComputeTheSameWhenEveryRankIsKilledOnce(Sample sample, Level level)
      throws IOException {
    Random random = Seed.random("hosts", sample.name());
    System.out.println(sample + " over hosts: seed " + Seed.base());
    JobSpec spec = longEnough(sample).ranks(3);
    References.Reference reference = References.of(sample, spec, jobs);
    Job job = jobs.start(hosts().on(random.nextBoolean() ? "a,b" : "a,b,c", spec.level(level)));
    new Kills(job, reference.result().out().size()).everyRankOnce(random);
    Result result = job.lateResult();
    sample.verify(result, job.directory(), reference);
    assertThat(result.errText()).contains("recovered as incarnation 2");
  }

  /** What tells when to kill comes later from other hosts. */
  private static JobSpec longEnough(Sample sample) {
    return sample == Sample.TREE_SEARCH ? sample.spec().arguments("10", "60") : sample.spec();
  }

  @Test
  @Rotated(kind = "starts and ends over hosts", turns = 4)
  void shouldEndWithTheCodeOfARankAndStopTheOthers() {
    Result result = jobs.run(hosts().on("a,b", JobSpec.of(EndsEarly.class, "exit=3").ranks(2)));
    assertThat(result.exitCode()).as(result.errText()).isEqualTo(3);
    assertThat(result.errText())
        .contains("rank 1 ended with exit code 3 (System.exit(3)), which ends the job; 1 other");
    assertThat(result.out(1)).containsExactly("rank 1 is there", "the end");
    assertThat(result.out(0)).containsExactly("rank 0 is there");
  }

  @Test
  @Rotated(kind = "terminals", turns = 6)
  void shouldGiveTheInputToRankZero() throws Exception {
    JobSpec spec = hosts().on("a,b", JobSpec.of(ReadsInput.class).ranks(2));
    Path directory = Files.createDirectories(jobs.directory().resolve("dialogue"));
    try (Dialogue dialogue =
        Dialogue.start(spec, directory, "export FTMPJ_IT_TEMPORARY=\"$PWD/tmp\"; exec \"$@\"")) {
      dialogue.type("one\ndie\n");
      dialogue.awaitText("[1] got die\n");
      dialogue.type("three\n");
      dialogue.endInput();
      assertThat(dialogue.end()).as(dialogue.seen()).isZero();
      assertThat(dialogue.seen())
          .contains("rank 0 recovered", "[0] got three", "[1] got null")
          .containsOnlyOnce("[1] read -1")
          .containsOnlyOnce("[1] got die");
    }
  }

  @Test
  @Rotated(kind = "jobs over several hosts", turns = 1)
  void shouldTellOfAllHostsWhileItRunsAndLeaveNothingAfterCtrlC() throws Exception {
    Job job = jobs.start(hosts().on("a,b", ring(2).with("--metrics", "0")));
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > 100);
    String metrics = metrics(job);
    assertThat(metrics).contains("ftmpj_ranks_alive 2");
    assertThat(metrics).containsPattern("ftmpj_operation_clock\\{rank=\"1\"} [1-9]");
    String live = "ftmpj_path_live{host=\"b\",path=\"0\",to=\"a\"} 1";
    await().until(() -> metrics(job).contains(live));
    Recorded running = new Recorded(job);
    assertThat(texts(running.ftmpj("jobs")))
        .anyMatch(line -> line.matches("[^ ]+-h1 +running .*"))
        .anyMatch(line -> line.matches("[^ ]+-h2 +running .*"));
    String id = idAtLauncher(running);
    assertThat(texts(running.ftmpj("status", id)))
        .anyMatch(line -> line.matches("0 +a +running +1 .*"))
        .anyMatch(line -> line.matches("1 +b +running +1 .*"))
        .anyMatch(line -> line.matches("b +a +0 +well +[0-9.]+ ms .*"));
    job.interrupt();
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isEqualTo(INTERRUPTED);
    assertThat(result.errText()).contains("the job was stopped by SIGINT");
  }

  private static String metrics(Job job) throws Exception {
    String notice = job.errors("metrics at ").get(0);
    URI address = URI.create(notice.substring(notice.indexOf("http")));
    HttpRequest request = HttpRequest.newBuilder(address).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }

  private static List<String> texts(Result result) {
    assertThat(result.exitCode()).as(result.errText()).isZero();
    return result.out().stream().map(Line::text).toList();
  }

  /** Hosts have the same with an ending. */
  private static String idAtLauncher(Recorded job) {
    return job.id().replaceFirst("-h[0-9]+$", "");
  }

  @Test
  @Rotated(kind = "starts and ends over hosts", turns = 3)
  void shouldEndAndRemoveWhatIsTheirsWhenTheLauncherIsKilled() throws Exception {
    Job job = jobs.start(hosts().on("a,b", ring(2)));
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > 5);
    job.kill();
    await().until(() -> job.livingProcesses().isEmpty());
    clean(job, 1);
  }

  @Test
  @Rotated(kind = "starts and ends over hosts", turns = 1)
  void shouldEndTheJobWhenADaemonIsKilled() throws Exception {
    Job job = jobs.start(hosts().on("a,b", ring(2)));
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > 5);
    Job.kill(job.daemon(2));
    Result result = job.result();
    assertThat(result.exitCode()).isEqualTo(FTMPJ_ERROR);
    assertThat(result.errText()).contains("host b is lost").contains("signal 9");
    await().until(() -> job.livingProcesses().isEmpty());
    // That of the daemon.
    clean(job, 1);
  }

  @Test
  @Rotated(kind = "jobs over several hosts", turns = 6)
  void shouldSuspectAStoppedRankAndAStoppedDaemonAndGoOnWhenTheyDo() throws Exception {
    JobSpec spec = Sample.RING.spec().arguments("600", "1000000").ranks(2);
    Result undisturbed = References.of(Sample.RING, spec, jobs).result();
    Job job = jobs.start(hosts().on("a,b", spec.jvm("-Dft.rank.timeout=2")));
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > 5);
    Job.signal(job.rank(1), "STOP");
    job.awaitOrEnd("the recovery", () -> job.notices("rank 1 recovered as incarnation 2") > 0);
    assertThat(job.notices("; killing it (rank.timeout)")).isEqualTo(1);

    ProcessHandle daemon = job.daemon(2);
    Job.signal(daemon, "STOP");
    job.awaitBeforeEnd("suspicion", () -> job.notices("host b does not answer") > 0);
    Job.signal(daemon, "CONT");
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    assertThat(result.errText()).contains("host b answers again");
    result.requireTextOf(undisturbed);
  }

  @Test
  @Rotated(kind = "losses of hosts", turns = 5)
  void shouldLoseAHostWhoseDaemonIsStoppedForTooLong() throws Exception {
    Job job = jobs.start(asking(ring(2).jvm("-Dft.host.timeout=4")));
    job.awaitOrEnd("what to run", () -> job.notices("on b: ") == 1);
    List<String> commands = job.errors("hostd --join");
    try (Command a = daemon(job, commands.get(0), null);
        Command b = daemon(job, commands.get(1), null)) {
      job.awaitOrEnd("some output", () -> job.linesOfRanks() > 5);
      Job.signal(b.handle(), "STOP");
      Result result = job.result();
      assertThat(result.exitCode()).isEqualTo(FTMPJ_ERROR);
      assertThat(result.errText()).contains("FTMPJ-1701", "host b is lost");
      assertThat(a.result().exitCode()).isZero();
      // It finds that it was given up, and removes what is its own.
      Job.signal(b.handle(), "CONT");
      Result lost = b.result();
      assertThat(lost.exitCode()).as(lost.errText()).isEqualTo(FTMPJ_ERROR);
      assertThat(lost.errText()).contains("FTMPJ-");
    }
    await().until(() -> job.livingProcesses().isEmpty());
    assertThat(job.leftBehind()).isEmpty();
  }

  /** On two hosts whose daemons are started as the launcher says. */
  private static JobSpec asking(JobSpec spec) {
    return spec.with("--hosts", "a,b", "--via", "wait", "--bind", "127.0.0.1");
  }

  /** Removes what is left of a job whose end was not in order: so many directories. */
  static void clean(Job job, int directories) throws Exception {
    try (Command clean = Command.start(job.temporary(), Map.of(), "clean", "--all")) {
      Result result = clean.result();
      assertThat(result.exitCode()).as(result.errText()).isZero();
      assertThat(result.out()).as(result.out().toString()).hasSize(directories);
    }
  }

  @Test
  @Rotated(kind = "starts and ends over hosts", turns = 0)
  void shouldNameTheHostAndTheJarThatIsNotThere() throws IOException {
    Path other = Files.createDirectories(jobs.directory().resolve("other"));
    LocalHosts hosts = LocalHosts.in(jobs.directory(), "test $host = a || cd " + other);
    Path jar = Path.of("/proc/self/cwd/only-on-a.jar");
    Job job = jobs.start(hosts.on("a,b", ring(2).before(jar)));
    Files.createFile(job.directory().resolve("only-on-a.jar"));
    Result result = job.result();
    assertThat(result.exitCode()).isEqualTo(FTMPJ_ERROR);
    assertThat(result.errText())
        .contains("FTMPJ-1614")
        .contains("host b: " + jar + " is not there")
        .doesNotContain("host a: ");
    assertThat(result.out()).isEmpty();
  }

  @Test
  @Rotated(kind = "jobs over several hosts", turns = 5)
  void shouldTellOfAHostWithAnotherJava() {
    Optional<Path> java = Javas.other();
    assumeThat(java).as("another Java").isPresent();
    LocalHosts hosts = LocalHosts.withJava(jobs.directory(), "b", java.get());
    Result result = jobs.run(hosts.on("a,b", JobSpec.of(Ring.class, "3", "10").ranks(2)));
    assertThat(result.exitCode()).as(result.errText()).isZero();
    assertThat(result.errText())
        .containsPattern(
            "this is Java " + Runtime.version().feature() + ".*, and ranks run with Java .* on b;");
  }

  @Test
  @Rotated(kind = "jobs over several hosts", turns = 3)
  void shouldSayWhatToRunOnTheHostsAndLetNoneInThatDoesNotKnowTheSecret() throws Exception {
    JobSpec spec = asking(JobSpec.of(Ring.class, "3", "10").ranks(2));
    Job job = jobs.start(spec.with("--record", "--stats").level(Level.HOST));
    job.awaitOrEnd("what to run", () -> job.notices("on b: ") == 1);
    List<String> commands = job.errors("hostd --join");
    Path wrong = SecretFiles.make(jobs.directory().resolve("wrong"));
    try (Command stranger = daemon(job, commands.get(1), wrong)) {
      Result result = stranger.result();
      assertThat(result.exitCode()).isEqualTo(FTMPJ_ERROR);
      assertThat(result.errText()).contains("FTMPJ-1722");
    }
    assertThat(job.isAlive()).isTrue();
    try (Command a = daemon(job, commands.get(0), null);
        Command b = daemon(job, commands.get(1), null)) {
      Result result = job.result();
      assertThat(result.exitCode()).as(result.errText()).isZero();
      assertThat(a.result().exitCode()).isZero();
      assertThat(b.result().exitCode()).isZero();
      assertThat(result.errText())
          .contains("durability host", "`ftmpj verify` on each host")
          .containsPattern("ftmpj: 0 +1 +[1-9]")
          .containsPattern("ftmpj: 1 +1 +[1-9]")
          .containsPattern("ftmpj: all +[1-9]");
    }
    verifyAndInspectWhereTheRanksWere(new Recorded(job));
    clean(job, 3);
  }

  private static void verifyAndInspectWhereTheRanksWere(Recorded record) throws Exception {
    String id = idAtLauncher(record);
    for (String command : List.of("verify", "inspect")) {
      Result elsewhere = record.ftmpj(command, id);
      assertThat(elsewhere.exitCode()).isEqualTo(FTMPJ_ERROR);
      assertThat(elsewhere.errText())
          .contains("FTMPJ-1615")
          .contains("host a has rank 0, as a job whose id ends with -h1; host b has rank 1, as");
    }
    assertThat(texts(record.ftmpj("verify", id + "-h2")))
        .singleElement()
        .asString()
        .startsWith("rank 1: verified: ");
    assertThat(texts(record.ftmpj("inspect", id + "-h2")))
        .anyMatch(line -> line.matches("1 +1 +exit 0 .*"))
        .noneMatch(line -> line.matches("0 +[0-9].*"))
        .anyMatch(line -> line.matches("0 -> 1 +[1-9].*"))
        .anyMatch(line -> line.matches("1 -> 0 +[1-9].*"));
  }

  /**
   * @param secret instead of the one that is said; null for that one
   */
  private static Command daemon(Job job, String command, Path secret) throws IOException {
    String[] words = LocalHosts.daemon(command);
    if (secret != null) {
      words[words.length - 1] = secret.toString();
    }
    return Command.start(job.temporary(), Map.of(), words);
  }

  @Test
  @Rotated(kind = "starts and ends over hosts", turns = 2)
  void shouldSayWhichHostsHaveNotJoinedInTime() {
    Result result =
        jobs.run(
            ring(2)
                .with("--hosts", "a,b", "--via", "wait", "--bind", "127.0.0.1")
                .with("--join-timeout", "1"));
    assertThat(result.exitCode()).isEqualTo(FTMPJ_ERROR);
    assertThat(result.errText()).contains("FTMPJ-1613").contains("waiting for 2 of 2 hosts: a, b");
  }

  /** What a healthy host says of the end that it is told to come to would hide who is missing. */
  @Test
  void shouldNameTheHostThatIsMistypedAndLetTheOthersEndInSilence() {
    LocalHosts hosts =
        LocalHosts.in(jobs.directory(), "test $host = a || { echo no such host; exit 255; }");
    Result result = jobs.run(hosts.on("a,x", ring(2)));
    assertThat(result.exitCode()).isEqualTo(FTMPJ_ERROR);
    assertThat(result.errText().lines())
        .satisfiesExactly(
            line -> assertThat(line).isEqualTo("ftmpj: host x: no such host"),
            line -> assertThat(line).startsWith("ftmpj: FTMPJ-1613: host x cannot join"));
  }

  @Test
  void shouldNameTheSecretThatItsUserHasForDaemonsThatItsUserStarts() throws Exception {
    Path secret = SecretFiles.make(jobs.directory().resolve("secret-of-the-user"));
    Result result =
        jobs.run(asking(ring(2)).with("--secret-file", secret.toString(), "--join-timeout", "1"));
    assertThat(result.errText())
        .contains("with the file " + secret + " there")
        .contains("--secret-file " + secret);
  }
}
