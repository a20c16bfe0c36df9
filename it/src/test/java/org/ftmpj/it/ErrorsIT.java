package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.ftmpj.it.damage.Compiled;
import org.ftmpj.it.job.Command;
import org.ftmpj.it.job.Installation;
import org.ftmpj.it.job.Javas;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.SecretFiles;
import org.ftmpj.samples.ring.Ring;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What users and machines get wrong: each has a code, says what to do, and ends the job. */
class ErrorsIT {
  private static final int INTERRUPTED = 130;
  private static final int FTMPJ_ERROR = 70;
  private static final int CALLED_WRONGLY = 64;
  private static final JobSpec RING = JobSpec.of(Ring.class, "20", "1000").ranks(1);
  private static final JobSpec ENDLESS = JobSpec.of(Ring.class, "100000", "100000").ranks(2);

  @RegisterExtension final Jobs jobs = new Jobs();

  @Test
  void shouldSayThatThereIsNoMpjExpress() throws Exception {
    try (Command run = run(jobs.directory().resolve("nothing"))) {
      assertStops(run.result(), "FTMPJ-1101: MPJ_HOME is .*nothing");
    }
  }

  @Test
  void shouldSayThatMpjExpressIsNotInItsJar() throws Exception {
    Path home = jobs.directory().resolve("mpj");
    Path jar = Files.createDirectories(home.resolve("lib")).resolve("mpj.jar");
    new JarOutputStream(Files.newOutputStream(jar)).close();
    try (Command run = run(home)) {
      assertStops(run.result(), "FTMPJ-1101: the class mpi.MPI .* is not on the class path");
    }
  }

  @Test
  void shouldRefuseAnUnknownMpjExpressAndSayWhatDiffers() throws Exception {
    Path changed = jobs.directory().resolve("changed");
    Compiled.to(changed, Map.of("mpi.Request", "package mpi; public class Request {}"));
    assertStops(
        jobs.run(RING.before(changed)),
        "FTMPJ-1102: the MPJ Express found .* differs .*: missing .*Request.*; missing ");
  }

  @Test
  @Rotated(kind = "errors", turns = 7)
  void shouldSayThatNoEventLoggerAnswers() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    // Not --durability host: a user who names an event logger wants it.
    assertStops(
        jobs.run(
            RING.with("--logger", "127.0.0.1:" + free, "--secret-file", secret("any").toString())),
        "FTMPJ-1401: .*127.0.0.1:" + free);
  }

  @Test
  @Rotated(kind = "errors", turns = 2)
  void shouldSayThatTheSecretIsWrong() throws Exception {
    Path theirs = secret("theirs");
    try (Command logger = logger("0", theirs)) {
      await().until(() -> !logger.out().isEmpty());
      String address = logger.out().get(0).text().replaceAll(".*listens on ([^,]*),.*", "$1");
      String ours = secret("ours").toString();
      assertStops(jobs.run(RING.with("--logger", address, "--secret-file", ours)), "FTMPJ-1402: ");
      await().until(() -> !logger.err().isEmpty());
      // No name of a class before it.
      assertThat(logger.err().get(0).text()).containsPattern("WARN Refused ");
      Result right = jobs.run(RING.with("--logger", address, "--secret-file", theirs.toString()));
      assertThat(right.exitCode()).as(right.errText()).isZero();
    }
  }

  @Test
  void shouldSayThatAPortIsTaken() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Command logger = logger(Integer.toString(socket.getLocalPort()), secret("s"))) {
      Result result = logger.result();
      assertThat(result.exitCode()).isEqualTo(FTMPJ_ERROR);
      assertThat(result.errText())
          .contains("ftmpj: FTMPJ-1404: ", ":" + socket.getLocalPort(), "--port");
    }
  }

  @Test
  void shouldSayThatTheLogDirectoryCannotBeMade() throws Exception {
    Path file = Files.createFile(jobs.directory().resolve("file"));
    Path below = file.resolve("job");
    assertStops(jobs.run(RING.with("--job-dir", below.toString())), "FTMPJ-1301: .*" + below);
  }

  @Test
  void shouldSayThatThereIsNoMainClass() {
    Result result = jobs.run(JobSpec.of("no.such.Program").ranks(1));
    assertStops(
        CALLED_WRONGLY, result, "FTMPJ-1204: there is no class no.such.Program on the class path");
    assertThat(result.errText()).doesNotContain("died");
  }

  /** Another agent has used it before, so it has decided already. */
  @Test
  @Rotated(kind = "errors", turns = 6)
  void shouldSayThatThisJavaRefusesItsMemory() throws Exception {
    Optional<Path> java = Javas.other().filter(other -> Javas.withoutUnsafe(other).length > 0);
    assumeThat(java).as("a Java that can refuse it").isPresent();
    Path jar = agentThatUsesUnsafe();
    assertStops(
        jobs.run(
            RING.java(java.get()).jvm("-javaagent:" + jar).jvm(Javas.withoutUnsafe(java.get()))),
        "FTMPJ-1007: another agent has initialized sun.misc.Unsafe .*=deny");
  }

  private Path agentThatUsesUnsafe() throws Exception {
    Path classes = jobs.directory().resolve("agent");
    Compiled.to(
        classes,
        Map.of(
            "First",
            "public class First { public static void premain(String arguments) throws Exception {"
                + " Class.forName(\"sun.misc.Unsafe\"); } }"));
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", "First");
    Path jar = jobs.directory().resolve("first.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      out.putNextEntry(new ZipEntry("First.class"));
      Files.copy(classes.resolve("First.class"), out);
    }
    return jar;
  }

  @Test
  void shouldShowWhatAProgramMeetsThatWasCompiledAgainstAnotherMpi() throws Exception {
    Path compiled = jobs.directory().resolve("compiled");
    Compiled.to(
        compiled,
        Map.of(
            "mpi.MPI",
            "package mpi; public class MPI {"
                + " public static String[] Init(String[] a) { return a; }"
                + " public static void InitThread(int level) {} }",
            "Newer",
            "public class Newer { public static void main(String[] args) {"
                + " mpi.MPI.Init(args); mpi.MPI.InitThread(3); } }"));
    Files.delete(compiled.resolve("mpi/MPI.class"));
    Result result = jobs.run(JobSpec.of("Newer").ranks(1).before(compiled));
    assertThat(result.exitCode()).as(result.errText()).isEqualTo(1);
    assertThat(result.errText())
        .contains("java.lang.NoSuchMethodError", "InitThread", "at Newer.main")
        .doesNotContain("died");
  }

  @Test
  @Rotated(kind = "errors", turns = 4)
  void shouldReportARankThatIsStoppedByASignalAndKillItOnlyIfAskedTo() {
    Job job = jobs.start(patientRing("ft.hang.timeout=2"));
    ProcessHandle rank = suspend(job);
    job.awaitBeforeEnd(
        "report", () -> job.notices("FTMPJ-1504: rank 1 (process " + rank.pid()) > 0);
    Job.signal(rank, "CONT");
    Result reported = job.result();
    assertThat(reported.exitCode()).as(reported.errText()).isZero();
    assertThat(reported.errText())
        .contains("rank 1 (process " + rank.pid() + ") goes on")
        .doesNotContain("died");

    Job again = jobs.start(patientRing("ft.hang.timeout=1", "ft.rank.timeout=3"));
    suspend(again);
    Result killed = again.result();
    assertThat(killed.exitCode()).as(killed.errText()).isZero();
    assertThat(killed.errText())
        .contains(
            "FTMPJ-1504: rank 1",
            "s; killing it (rank.timeout)",
            "rank 1 recovered as incarnation 2");
    killed.requireTextOf(reported);
  }

  @Test
  @Rotated(kind = "errors", turns = 3)
  void shouldEndAllRanksWhenTheirLauncherIsKilledAndCleanUpAfterIt() throws Exception {
    Job job = jobs.start(ENDLESS.level(Level.HOST));
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > 20);
    job.kill();
    await().untilAsserted(() -> assertThat(job.livingProcesses()).isEmpty());
    try (Command run = Command.start(job.temporary(), Map.of(), "jobs")) {
      assertThat(run.result().outByRank().toString()).contains("orphaned");
    }
    try (Command clean = Command.start(job.temporary(), Map.of(), "clean")) {
      Result result = clean.result();
      assertThat(result.exitCode()).as(result.errText()).isZero();
    }
  }

  /** Two containers on one host may share their temporary files, but see no process in common. */
  @Test
  @Rotated(kind = "errors", turns = 0)
  void shouldLeaveARunningJobAloneFromAnotherPidNamespace() throws Exception {
    assumeThat(new ProcessBuilder(inAnotherPidNamespace("true")).start().waitFor())
        .as("exit code of unshare, which makes a PID namespace")
        .isZero();
    Job job = jobs.start(ENDLESS);
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > 20);
    String id = new Recorded(job).id();
    for (String command : List.of("clean", "resume")) {
      assertStops(runInAnotherPidNamespace(job, command, id), "FTMPJ-1604: job " + id + " is runn");
    }
    assertThat(runInAnotherPidNamespace(job, "status", id).outByRank().toString())
        .contains("state        running", "in another container", "not visible")
        .doesNotContain("dead", "restarting");
    int lines = job.linesOfRanks();
    job.awaitBeforeEnd("more output", () -> job.linesOfRanks() > lines);
    job.interrupt();
    assertThat(job.result().exitCode()).isEqualTo(INTERRUPTED);
  }

  private static Result runInAnotherPidNamespace(Job job, String... arguments) throws Exception {
    List<String> words = Command.line(job.temporary());
    words.addAll(List.of(arguments));
    try (Command command =
        Command.of(Map.of(), inAnotherPidNamespace(words.toArray(String[]::new)))) {
      return command.result();
    }
  }

  private static List<String> inAnotherPidNamespace(String... words) {
    List<String> unshare = List.of("unshare", "-r", "--fork", "--pid", "--mount-proc");
    return Stream.concat(unshare.stream(), Stream.of(words)).toList();
  }

  /** At level host, for at level process there is no event logger. */
  @Test
  @Rotated(kind = "errors", turns = 7)
  void shouldEndTheJobWhenTheEventLoggerDiesAgainAndAgain() {
    Job job = jobs.start(ENDLESS.level(Level.HOST));
    Set<Long> killed = new HashSet<>();
    await()
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              job.loggerIfThere().filter(p -> killed.add(p.pid())).ifPresent(Job::kill);
              return !job.isAlive();
            });
    Result result = job.result();
    assertStops(result, "FTMPJ-1503: the event logger died 5 times in a row, the last time by ");
    assertThat(killed).hasSize(5);
  }

  @Test
  void shouldEndWithTheSameCodeIfTheEventLoggersArgumentsAreWrong() throws Exception {
    try (Command logger = Command.start(jobs.directory(), Map.of(), "logger", "--colour")) {
      assertStops(
          CALLED_WRONGLY,
          logger.result(),
          "ftmpj: FTMPJ-1001: .*unknown argument --colour.*--store");
    }
    try (Command logger = Command.start(jobs.directory(), Map.of(), "logger", "--store")) {
      assertStops(CALLED_WRONGLY, logger.result(), "ftmpj: FTMPJ-1601: .*--store");
    }
  }

  private static ProcessHandle suspend(Job job) {
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > 20);
    ProcessHandle rank = job.rank(1);
    Job.signal(rank, "STOP");
    return rank;
  }

  private static JobSpec patientRing(String... options) {
    JobSpec spec = JobSpec.of(Ring.class, "300", "1000000").ranks(2);
    for (String option : options) {
      spec = spec.jvm("-D" + option);
    }
    return spec;
  }

  private Command run(Path mpjHome) throws IOException {
    return Command.start(
        jobs.directory(),
        Map.of("MPJ_HOME", mpjHome.toString()),
        "run",
        "-np",
        "2",
        "-cp",
        Installation.samples().toString(),
        Ring.class.getName());
  }

  private Command logger(String port, Path secret) throws IOException {
    Path store = jobs.directory().resolve("store");
    return Command.start(
        jobs.directory(),
        Map.of(),
        "logger",
        "--port",
        port,
        "--store",
        store.toString(),
        "--secret-file",
        secret.toString());
  }

  private Path secret(String name) throws IOException {
    Path file = jobs.directory().resolve(name + ".secret");
    return SecretFiles.make(file);
  }

  private static void assertStops(Result result, String pattern) {
    assertStops(FTMPJ_ERROR, result, pattern);
  }

  private static void assertStops(int exitCode, Result result, String pattern) {
    assertThat(result.exitCode()).as(result.errText()).isEqualTo(exitCode);
    assertThat(result.errText()).containsPattern(pattern);
  }
}
