package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ftmpj.it.job.Dialogue;
import org.ftmpj.it.job.HostLoss;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Line;
import org.ftmpj.it.job.LocalHosts;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.Later;
import org.ftmpj.it.program.ReadsInput;
import org.ftmpj.samples.ring.Ring;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Jobs at level {@code host} that lose hosts, which are all this machine: every process of one is
 * killed, and what it has kept is removed. {@link ZombieHostsIT} has hosts whose processes live on,
 * {@link HostKills} many losses.
 */
class HostLossIT {
  private static final int FTMPJ_ERROR = 70;

  /** Of the job in the cases, a rank on each. */
  private static final String FOUR_HOSTS = "a,b,c,d";

  @RegisterExtension final Jobs jobs = new Jobs();

  private JobSpec on(String hosts, JobSpec spec) {
    return LocalHosts.in(jobs.directory()).on(hosts, spec.level(Level.HOST));
  }

  /** The second host is lost while the ranks of the first are being repeated. */
  @Test
  @Rotated(kind = "losses of hosts", turns = 5)
  void shouldComputeTheSameWhenHostsAreLostOneAfterTheOther() throws Exception {
    Random random = Seed.random("host loss");
    Sample sample = Sample.ORDER_WITNESS;
    JobSpec spec = sample.spec().ranks(4);
    References.Reference reference = References.of(sample, spec, jobs);
    Job job = jobs.start(on("a,b,c", spec.with("--spares", "1")));
    int first = 1 + random.nextInt(2);
    int lines = random.nextInt(reference.result().out().size() / 2);
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > lines);
    HostLoss.of(job, first);
    job.awaitOrEnd("its loss", () -> job.notices("; the job goes on, ") == 1);
    HostLoss.of(job, 3 - first);
    Result result = job.lateResult();
    sample.verify(result.inWholeLines(reference.result()), job.directory(), reference);
    assertThat(result.errText())
        .contains("FTMPJ-1701: host a is lost")
        .contains("FTMPJ-1701: host b is lost")
        .contains("rank 0 on c");
  }

  @Test
  @Rotated(kind = "jobs over several hosts", turns = 2)
  void shouldSayThatNoHostHasRoom() {
    Job job = jobs.start(on("a:1,b:1", Sample.RING.spec().ranks(2)));
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > 5);
    HostLoss.of(job, 2);
    Result result = job.result();
    assertThat(result.exitCode()).isEqualTo(FTMPJ_ERROR);
    assertThat(result.errText()).contains("FTMPJ-1701", "no other host has room for its ranks");
  }

  /** What else can happen when hosts are lost. A build does one of them, the full tests all. */
  enum Case {
    TWO_OF_FOUR_AT_ONCE(
        test ->
            test.compare(
                (job, first, second) -> {
                  HostLoss.of(job, first);
                  HostLoss.of(job, second);
                })),

    WHILE_ITS_RANK_IS_RESTARTED(
        test ->
            test.compare(
                (job, host, other) -> {
                  int rank = host - 1;
                  Job.kill(job.rank(rank));
                  String death = "rank " + rank + " (incarnation 1) died";
                  job.awaitOrEnd("death", () -> job.notices(death) == 1);
                  HostLoss.of(job, host);
                })),

    WHILE_ANOTHER_DAEMON_IS_STOPPED(
        test ->
            test.compare(
                (job, host, other) -> {
                  ProcessHandle daemon = job.daemon(other);
                  Job.signal(daemon, "STOP");
                  HostLoss.of(job, host);
                  job.awaitOrEnd("suspicion", () -> job.notices(" does not answer") == 1);
                  Job.signal(daemon, "CONT");
                })),

    /** It is stopped, so what the launcher tells of the first loss dies with it. */
    THEN_OF_ONE_THAT_IS_TO_TELL_ANOTHER(
        test ->
            test.compare(
                (job, host, other) -> {
                  int telling =
                      IntStream.rangeClosed(1, 4)
                          .filter(one -> one != host)
                          .skip(1)
                          .findFirst()
                          .orElseThrow();
                  Job.signal(job.daemon(telling), "STOP");
                  HostLoss.of(job, host);
                  job.awaitOrEnd("its loss", () -> job.notices("; the job goes on, ") == 1);
                  HostLoss.of(job, telling);
                })),

    OF_IDLE_ONES(HostLossIT::loseIdleHosts),

    OF_THE_RANK_THAT_READS_THE_INPUT(HostLossIT::giveTheInputAgain),

    IN_A_RECORDED_JOB(HostLossIT::verifyAndInspectARankThatHasMoved);

    private final Play play;

    /** What is tested. */
    @FunctionalInterface
    private interface Play {
      void with(HostLossIT test) throws Exception;
    }

    Case(Play play) {
      this.play = play;
    }
  }

  static Stream<Case> cases() {
    return Seed.one("losses of hosts", Case.values());
  }

  @ParameterizedTest
  @MethodSource("cases")
  @Rotated(kind = "losses of hosts", turns = 7)
  void shouldSurviveTheLossOfAHost(Case which) throws Exception {
    which.play.with(this);
  }

  /** What becomes of two hosts. */
  @FunctionalInterface
  private interface Blow {
    void strike(Job job, int host, int other) throws Exception;
  }

  private void compare(Blow blow) throws Exception {
    Random random = Seed.random("losses of hosts");
    Sample sample = Sample.ORDER_WITNESS;
    JobSpec spec = sample.spec().ranks(4);
    References.Reference reference = References.of(sample, spec, jobs);
    List<Integer> hosts = new ArrayList<>(List.of(1, 2, 3, 4));
    Collections.shuffle(hosts, random);
    Job job = jobs.start(on(FOUR_HOSTS, spec));
    int lines = random.nextInt(reference.result().out().size() / 2);
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > lines);
    blow.strike(job, hosts.get(0), hosts.get(1));
    Result result = job.lateResult();
    sample.verify(result.inWholeLines(reference.result()), job.directory(), reference);
    String name = FOUR_HOSTS.split(",")[hosts.get(0) - 1];
    assertThat(result.errText()).contains("FTMPJ-1701: host " + name + " is lost");
  }

  /**
   * Nothing is under way between them: who stands still is found by the one that watches it on the
   * ring of hosts, or, if that does, too, by the one before.
   */
  private void loseIdleHosts() throws Exception {
    Random random = Seed.random("idle hosts");
    Sample sample = Sample.ORDER_WITNESS;
    JobSpec spec = sample.spec().ranks(4);
    References.Reference reference = References.of(sample, spec, jobs);
    Path begin = jobs.directory().resolve("begin");
    JobSpec later = spec.in(Later.class, begin.toString()).jvm("-Dft.host.timeout=4");
    Job job = jobs.start(on(FOUR_HOSTS, later));
    IntStream.range(0, 4).forEach(job::rank);
    int first = 1 + random.nextInt(3);
    List<Integer> lost = random.nextBoolean() ? List.of(first) : List.of(first, first + 1);
    lost.stream().map(job::daemon).toList().forEach(daemon -> Job.signal(daemon, "STOP"));
    long stoppedNs = System.nanoTime();
    job.awaitOrEnd("loss", () -> job.notices("; the job goes on, ") == lost.size());
    System.out.printf(
        "idle hosts %s stood still, and were given up after %d ms%n",
        lost, (System.nanoTime() - stoppedNs) / 1_000_000);
    lost.forEach(host -> HostLoss.of(job, host));
    Files.createFile(begin);
    Result result = job.lateResult();
    sample.verify(result.inWholeLines(reference.result()), job.directory(), reference);
    for (int host : lost) {
      String name = FOUR_HOSTS.split(",")[host - 1];
      assertThat(result.errText())
          .contains("FTMPJ-1701: host " + name + " is lost: Nothing has been heard of");
    }
  }

  /** What was typed before the loss is read again, what is typed after it comes once. */
  private void giveTheInputAgain() throws Exception {
    JobSpec spec = on("a,b", JobSpec.of(ReadsInput.class).ranks(2));
    Path directory = Files.createDirectories(jobs.directory().resolve("dialogue"));
    try (Dialogue dialogue =
        Dialogue.start(spec, directory, "export FTMPJ_IT_TEMPORARY=\"$PWD/tmp\"; exec \"$@\"")) {
      dialogue.type("one\ntwo\n");
      dialogue.awaitText("[1] got two\n");
      HostLoss.of(daemon(dialogue.launcher(), 1), directory.resolve("tmp"), 1);
      dialogue.awaitText("rank 0 on b");
      dialogue.type("three\n");
      dialogue.endInput();
      assertThat(dialogue.end()).as(dialogue.seen()).isZero();
      for (String line : List.of("one", "two", "three", "null")) {
        assertThat(dialogue.seen())
            .containsOnlyOnce("[0] read " + line)
            .containsOnlyOnce("[0] got " + line)
            .containsOnlyOnce("[1] got " + line);
      }
    }
  }

  private static ProcessHandle daemon(ProcessHandle launcher, int host) {
    return launcher
        .descendants()
        .filter(
            process -> process.info().commandLine().orElse("").contains(" --number " + host + " "))
        .findFirst()
        .orElseThrow();
  }

  /** They are to be called where the rank has gone, which is said elsewhere. */
  private void verifyAndInspectARankThatHasMoved() throws Exception {
    JobSpec spec = JobSpec.of(Ring.class, "40", "100000").ranks(2);
    Job job = jobs.start(on("a,b,c", spec.with("--record", "--spares", "1")));
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > 20);
    HostLoss.of(job, 2);
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    assertThat(result.errText()).contains("rank 1 on c");
    Recorded record = new Recorded(job);
    String id = record.id().replaceFirst("-h[0-9]+$", "");
    for (String command : List.of("verify", "inspect")) {
      Result elsewhere = record.ftmpj(command, id);
      assertThat(elsewhere.exitCode()).isEqualTo(FTMPJ_ERROR);
      assertThat(elsewhere.errText())
          .contains("FTMPJ-1615", "host c has rank 1, as a job whose id ends with -h3");
      assertThat(record.ftmpj(command, id + "-h1", "--rank", "1").errText())
          .contains("FTMPJ-1615", "host c has rank 1, as a job whose id ends with -h3");
    }
    assertThat(lines(record.ftmpj("verify", id + "-h1"))).containsPattern("^rank 0: verified: ");
    assertThat(lines(record.ftmpj("verify", id + "-h3"))).containsPattern("^rank 1: verified: ");
    assertThat(lines(record.ftmpj("inspect", id + "-h3")))
        .containsPattern("(?m)^1 +2 +exit 0 ")
        .containsPattern("(?m)^0 -> 1 +[1-9]")
        .containsPattern("(?m)^1 -> 0 +[1-9]");
    HostsIT.clean(job, 3);
  }

  private static String lines(Result result) {
    assertThat(result.exitCode()).as(result.errText()).isZero();
    return String.join("\n", result.out().stream().map(Line::text).toList());
  }
}
