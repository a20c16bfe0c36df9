package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ftmpj.it.job.Command;
import org.ftmpj.it.job.Installation;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Line;
import org.ftmpj.it.job.MpjDaemon;
import org.ftmpj.it.job.MpjRun;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.place.Place;
import org.ftmpj.it.place.PlacedKill;
import org.ftmpj.it.place.Plan;
import org.ftmpj.it.program.EndsEarly;
import org.ftmpj.samples.ring.Ring;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** MPJ Express's own daemon and starter, and of ours nothing but the flag. */
@Timeout(300)
class StockLauncherIT {
  private static final int TERMINATED = 128 + 15;

  /** Long enough to be still running whenever a test looks. */
  private static final JobSpec ENDLESS = JobSpec.of(Ring.class, "100000", "100000").ranks(2);

  private static final int RANKS = 3;

  private static final int PATIENT_LAPS = 200;
  private static final int PATIENT_LINES = 2 * PATIENT_LAPS + 1;

  @TempDir static Path daemons;
  private static int daemonsStarted;

  /** Serves one test after the other, as long as they leave it as it was. */
  private static MpjDaemon daemon;

  @RegisterExtension final Jobs jobs = new Jobs();
  @TempDir Path directory;

  @BeforeEach
  void startDaemon() throws IOException {
    if (daemon != null && !(daemon.handle().isAlive() && daemon.leftBehind().isEmpty())) {
      daemon.close();
      daemon = null;
    }
    if (daemon == null) {
      daemon = new MpjDaemon(daemons.resolve("mpj" + ++daemonsStarted));
    }
  }

  @AfterAll
  static void stopDaemon() {
    if (daemon != null) {
      daemon.close();
    }
  }

  static Stream<Sample> samples() {
    return Sample.one(
        Sample.MANDELBROT,
        Sample.ORDER_WITNESS,
        Sample.HEAT_EQUATION,
        Sample.OBJECT_TASKS,
        Sample.POOL_FARM);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("samples")
  @Rotated(kind = "kills at places", turns = 7)
  void shouldGiveTheRightResultWhenRanksAreKilled(Sample sample) throws IOException {
    JobSpec spec = sample.spec().ranks(RANKS);
    References.Reference reference = References.of(sample, spec, jobs);
    List<String> expected = reference.result().out().stream().map(Line::text).toList();
    Random random = Seed.random("mpjrun", sample.name());
    // That of rank 0 also keeps the job together.
    List<Integer> victims = List.of(1 + random.nextInt(RANKS - 1), 0);
    Path work = directory.resolve("work");
    try (MpjRun run = MpjRun.start(daemon, work, spec)) {
      for (int i = 0; i < victims.size(); i++) {
        kill(run, victims.get(i), expected.size() * (0.1 + 0.3 * i + 0.2 * random.nextDouble()));
      }
      List<String> lines = run.end();
      String text = run.text();
      for (int rank = 0; rank < RANKS; rank++) {
        assertThat(run.count("Starting process <" + rank + "> on <")).as(text).isOne();
        assertThat(run.count("Stopping Process <" + rank + "> on <")).as(text).isOne();
        boolean died = run.count("ftmpj: rank " + rank + " (incarnation 1) died: signal 9") == 1;
        assertThat(died).as(text).isEqualTo(victims.contains(rank));
      }
      StockOutput.of(lines).verify(sample, expected);
    }
    for (String file : sample.files()) {
      assertThat(Files.mismatch(work.resolve(file), reference.directory().resolve(file)))
          .as(file)
          .isEqualTo(-1);
    }
    assertNothingIsLeft();
  }

  @Test
  @Rotated(kind = "kills at places", turns = 4)
  void shouldGiveTheRightResultWhenRanksAreKilledAtPlaces() throws IOException {
    JobSpec large = Sample.LARGE.brief().ranks(RANKS);
    References.Reference reference = References.of(Sample.LARGE, large, jobs);
    Plan plan =
        new Plan(directory.resolve("places"))
            .kill(new PlacedKill(0, 1, Place.BULK, 2))
            .kill(new PlacedKill(0, 2, Place.START, 1))
            .kill(new PlacedKill(1, 1, Place.INIT, 3))
            .kill(new PlacedKill(1, 2, Place.ENDING, 1))
            .kill(new PlacedKill(2, 1, Place.TORN_RECORD, 20));
    JobSpec spec = large.jvm(plan.jvmArgument());
    try (MpjRun run = MpjRun.start(daemon, directory.resolve("work"), spec)) {
      List<String> lines = run.end();
      assertThat(plan.hits()).as(run.text()).isEqualTo(plan.kills());
      for (PlacedKill kill : plan.kills()) {
        assertThat(run.text())
            .contains(
                "ftmpj: rank %d (incarnation %d) died: signal 9"
                    .formatted(kill.rank(), kill.incarnation()));
      }
      StockOutput.of(lines)
          .verify(Sample.LARGE, reference.result().out().stream().map(Line::text).toList());
    }
    assertNothingIsLeft();
  }

  private void kill(MpjRun run, int rank, double afterLines) {
    run.await("line " + afterLines, () -> StockOutput.of(run.lines()).size() >= afterLines);
    run.await("rank " + rank, () -> daemon.rank(rank).isPresent());
    daemon.rank(rank).ifPresent(Job::kill);
  }

  @Test
  @Rotated(kind = "mpjrun", turns = 4)
  void shouldRecoverAtLevelHostAlsoFromTheDeathOfTheEventLogger() throws IOException {
    try (MpjRun run = start(patientRing(), "durability=host")) {
      kill(run, 1, 50);
      run.await("the event logger", () -> daemon.logger().isPresent());
      daemon.logger().ifPresent(Job::kill);
      run.end();
      assertThat(run.text())
          .contains("ftmpj: the event logger died: signal 9 (SIGKILL); restarting")
          .contains("ftmpj: rank 1 recovered as incarnation 2");
      // A line that was begun when the rank was stopped may be in two.
      assertThat(StockOutput.of(run.lines()).size())
          .as(run.text())
          .isBetween(PATIENT_LINES, PATIENT_LINES + 1);
    }
    assertNothingIsLeft();
  }

  static Stream<String> ways() {
    return Seed.one("ways to end", "exit=3", "halt=9");
  }

  /** MPJ Express's starter always exits with 0; that the others are stopped shows the code. */
  @ParameterizedTest
  @MethodSource("ways")
  @Rotated(kind = "ends of jobs of mpjrun", turns = 4)
  void shouldEndTheJobWhenARankEndsWithAnotherCodeThanZero(String way) throws IOException {
    try (MpjRun run = start(JobSpec.of(EndsEarly.class, way).ranks(2))) {
      run.end();
      assertThat(StockOutput.of(run.lines()).lines())
          .containsExactlyInAnyOrder("rank 0 is there", "rank 1 is there", "the end");
      assertThat(run.text())
          .contains("ftmpj: rank 1 ended with exit code " + way.split("=")[1] + " (")
          .doesNotContain(" died")
          .doesNotContain("FTMPJ-");
    }
    assertNothingIsLeft();
  }

  /** Wrapper swallows it, prints it, and lets the process end with 0. */
  @Test
  @Rotated(kind = "ends of jobs of mpjrun", turns = 0)
  void shouldTakeAnUncaughtExceptionForTheEndThatItIs() throws IOException {
    try (MpjRun run = start(JobSpec.of(EndsEarly.class, "throw=bang").ranks(2))) {
      run.end();
      assertThat(run.count("Caused by: java.lang.IllegalStateException: bang")).isOne();
      assertThat(run.count("Stopping Process")).isZero();
      assertThat(run.text()).doesNotContain(" died").doesNotContain("FTMPJ-");
    }
    assertNothingIsLeft();
  }

  /** In stock MPJ Express the starter waits for its ranks for ever. */
  @Test
  @Rotated(kind = "ends of jobs of mpjrun", turns = 6)
  void shouldEndTheJobWhenTheProgramIsNotThere() throws IOException {
    try (MpjRun run = start(JobSpec.of("org.example.Missing").ranks(2))) {
      run.end();
      assertThat(run.text()).contains(": there is no class org.example.Missing on the class path");
      assertThat(run.text()).doesNotContain(" died");
    }
    assertNothingIsLeft();
  }

  static Stream<Arguments> wrongOptions() {
    return Seed.one(
        "wrong options",
        Arguments.of("-Dft.durabilty=host", "durabilty"),
        Arguments.of(
            "-Dft.loggers=a:1,b:1,c:1", "several event loggers are for jobs of `ftmpj run` only"));
  }

  @ParameterizedTest
  @MethodSource("wrongOptions")
  @Rotated(kind = "ends of jobs of mpjrun", turns = 5)
  void shouldReportWrongOptionsAndEnd(String option, String told) throws IOException {
    try (MpjRun run = start(JobSpec.of(Ring.class, "3", "10").ranks(2).jvm(option))) {
      run.end();
      assertThat(run.count("ftmpj: FTMPJ-1001: ")).as(run.text()).isEqualTo(2);
      assertThat(run.text()).contains(told);
    }
    assertNothingIsLeft();
  }

  static Stream<String> devices() {
    return Seed.one("devices", "multicore", "hybdev", "mxdev");
  }

  @ParameterizedTest
  @MethodSource("devices")
  @Rotated(kind = "ends of jobs of mpjrun", turns = 1)
  void shouldSayWhatToUseInsteadOfDevicesWhoseRanksAreNoProcesses(String device)
      throws IOException {
    JobSpec spec = JobSpec.of(Ring.class, "3", "10").ranks(2);
    try (MpjRun run = MpjRun.start(daemon, work(), spec, device, new String[0])) {
      run.end();
      assertThat(run.text())
          .contains("ftmpj: FTMPJ-1104: ", "mpjrun -np N -dev niodev -javaagent:", "ftmpj run");
      assertThat(run.count("lap")).isZero();
    }
    assertNothingIsLeft();
  }

  static Stream<Integer> supervised() {
    return Seed.one("supervised", 0, 1);
  }

  @ParameterizedTest
  @MethodSource("supervised")
  @Rotated(kind = "mpjrun", turns = 6)
  void shouldEndTheJobWithACodeWhenASupervisorDies(int rank) throws IOException {
    try (MpjRun run = start(ENDLESS)) {
      run.await("some output", () -> run.count("lap") > 20);
      ProcessHandle supervisor = daemon.supervisor(rank).orElseThrow();
      Job.kill(supervisor);
      run.end();
      assertThat(run.count("ftmpj: FTMPJ-1505: process " + supervisor.pid()))
          .as(run.text())
          .isOne();
      assertThat(run.text()).doesNotContain(" died: signal");
    }
    await().until(() -> processesLeft().isEmpty());
  }

  static Stream<String> starters() {
    return Seed.one("what starts jobs", "starter", "daemon");
  }

  @ParameterizedTest
  @MethodSource("starters")
  @Rotated(kind = "mpjrun", turns = 2)
  void shouldEndTheJobWhenWhatHasStartedItDies(String which) throws IOException {
    try (MpjRun run = start(ENDLESS)) {
      run.await("some output", () -> run.count("lap") > 20);
      Job.kill(which.equals("starter") ? run.handle() : daemon.handle());
      assertNothingIsLeft();
    }
  }

  @Tag("long")
  @Test
  void shouldReportARankThatIsStoppedByASignal() throws IOException {
    try (MpjRun run = start(patientRing(), "hang.timeout=1")) {
      ProcessHandle rank = suspend(run);
      run.await(
          "the report",
          () -> run.text().contains("rank 1 (process " + rank.pid() + ") has been stopped by"));
      Job.signal(rank, "CONT");
      run.end();
      assertThat(run.text()).contains("goes on").doesNotContain(" died");
      // A line that was begun when the rank was stopped may be in two.
      assertThat(StockOutput.of(run.lines()).size())
          .as(run.text())
          .isBetween(PATIENT_LINES, PATIENT_LINES + 1);
    }
    assertNothingIsLeft();
  }

  @Test
  @Rotated(kind = "mpjrun", turns = 7)
  void shouldKillAndRecoverARankThatIsStoppedByASignalIfAskedTo() throws IOException {
    try (MpjRun run = start(patientRing(), "rank.timeout=2")) {
      suspend(run);
      run.end();
      assertThat(run.text())
          .contains("; killing it (rank.timeout)", "ftmpj: rank 1 recovered as incarnation 2");
      // A line that was begun when the rank was stopped may be in two.
      assertThat(StockOutput.of(run.lines()).size())
          .as(run.text())
          .isBetween(PATIENT_LINES, PATIENT_LINES + 1);
    }
    assertNothingIsLeft();
  }

  private static JobSpec patientRing() {
    return JobSpec.of(Ring.class, "" + PATIENT_LAPS, "1000000").ranks(2);
  }

  private ProcessHandle suspend(MpjRun run) {
    run.await("some output", () -> run.count("lap") > 20);
    ProcessHandle rank = daemon.rank(1).orElseThrow();
    Job.signal(rank, "STOP");
    return rank;
  }

  @Test
  @Rotated(kind = "mpjrun", turns = 0)
  void shouldBeListedShownAndCleanedUpAsAnyOtherJob() throws Exception {
    try (MpjRun run = start(ENDLESS)) {
      run.await("some output", () -> run.count("lap") > 20);
      String job = command(0, "jobs").split("\\s+")[6];
      assertThat(command(0, "jobs")).contains(" running ");
      assertThat(command(0, "status", job))
          .contains("running", "program      " + Ring.class.getName())
          .doesNotContain("dead");
      assertThat(command(70, "clean", job)).contains("FTMPJ-1604");

      daemon.endJobs();
      await().until(() -> processesLeft().isEmpty());
      assertThat(command(0, "jobs")).contains(job + " ", " orphaned ");
      assertThat(command(0, "status", job)).contains("orphaned", "dead");
      assertThat(command(0, "clean")).contains("removed job " + job);
      assertThat(command(0, "jobs")).contains("no jobs");
    }
    assertNothingIsLeft();
  }

  /** What a command of ftmpj says. */
  private String command(int exitCode, String... words) throws Exception {
    try (Command command = Command.start(daemon.temporary(), Map.of(), words)) {
      Result result = command.result();
      assertThat(result.exitCode()).as(result.errText()).isEqualTo(exitCode);
      return result.out().stream().map(Line::text).collect(Collectors.joining("\n"))
          + result.errText();
    }
  }

  /** Debian's MPJ Express has none that work, and two of its starters have the same port. */
  @Test
  @Rotated(kind = "mpjrun", turns = 3)
  void shouldRunJobsAtOnceByTheCommandsThatSetupWritesAndAnotherAfterThem() throws Exception {
    Files.createDirectories(work());
    assertThat(script(1, "mpjboot")).contains("is taken");
    Process first = mpjrun("first", "5", "10");
    Process second = mpjrun("second", "5", "10");
    assertThat(first.waitFor() + second.waitFor()).isZero();
    for (String job : List.of("first", "second")) {
      assertThat(Files.readString(work().resolve(job))).contains("ring: 5 laps");
    }
    assertNothingIsLeft();
    try (MpjRun run = start(JobSpec.of(Ring.class, "5", "10").ranks(2))) {
      run.end();
      assertThat(StockOutput.of(run.lines()).size()).as(run.text()).isEqualTo(11);
    }
    assertNothingIsLeft();
    assertThat(script(3, "mpjrun.sh", arguments(EndsEarly.class.getName(), "exit=3")))
        .contains("ended with exit code 3");
    assertThat(script(64, "mpjrun.sh", arguments("no.such.Main"))).contains("FTMPJ-1204");
    assertThat(script(64, "mpjrun.sh", arguments("-Dft.durability=disk", Ring.class.getName())))
        .contains("FTMPJ-1001");
    assertThat(script(64, "mpjrun.sh", "-np", "1", "-dev", "niodev", "-javaagent:/no.jar", "Main"))
        .contains("there is no '/no.jar', which -javaagent names");
    assertThat(script(64, "mpjrun.sh", "-np", "1", "-dev", "niodev", "-Xmx99999999g", "Main"))
        .contains("the Java of a rank does not start with -Xmx99999999g");
    assertNothingIsLeft();
    Process endless = mpjrun("endless", "100000", "100000");
    await().until(() -> Files.readString(work().resolve("endless")).contains("lap 2"));
    Job.signal(endless.toHandle(), "TERM");
    assertThat(endless.waitFor()).isEqualTo(TERMINATED);
    assertNothingIsLeft();

    Job.kill(daemon.handle());
    daemon.handle().onExit().join();
    assertThat(script(1, "mpjrun.sh", "-np", "1", "-dev", "niodev", "Main")).contains("no daemon");
    assertThat(script(1, "mpjhalt")).contains("no daemon");
    try {
      assertThat(script(0, "mpjboot")).contains("mpjhalt stops it");
    } finally {
      script(0, "mpjhalt");
    }
    assertThat(script(1, "mpjrun.sh", "-np", "1", "-dev", "niodev", "Main")).contains("no daemon");
  }

  /** Of mpjrun. */
  private String[] arguments(String... program) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "-np",
                "2",
                "-dev",
                "niodev",
                "-javaagent:" + Installation.agent(),
                "-Djava.io.tmpdir=" + daemon.temporary(),
                "-cp",
                Installation.samples() + ":" + Installation.programs()));
    all.addAll(List.of(program));
    return all.toArray(String[]::new);
  }

  private Process mpjrun(String output, String... ring) throws IOException {
    List<String> program = new ArrayList<>(List.of(Ring.class.getName()));
    program.addAll(List.of(ring));
    return daemon
        .script("mpjrun.sh", arguments(program.toArray(String[]::new)))
        .directory(work().toFile())
        .redirectOutput(work().resolve(output).toFile())
        .start();
  }

  /** What it says. */
  private String script(int exitCode, String name, String... arguments) throws Exception {
    Path said = directory.resolve("said");
    Process process =
        daemon
            .script(name, arguments)
            .directory(work().toFile())
            .redirectOutput(said.toFile())
            .start();
    assertThat(process.waitFor()).as(Files.readString(said)).isEqualTo(exitCode);
    return Files.readString(said);
  }

  private MpjRun start(JobSpec spec, String... agentOptions) throws IOException {
    return MpjRun.start(daemon, work(), spec, agentOptions);
  }

  private Path work() {
    return directory.resolve("work");
  }

  private void assertNothingIsLeft() {
    await()
        .ignoreException(UncheckedIOException.class) // files that go while they are looked for
        .untilAsserted(() -> assertThat(daemon.leftBehind()).isEmpty());
  }

  private List<String> processesLeft() {
    return daemon.leftBehind().stream().filter(left -> left.startsWith("process")).toList();
  }
}
