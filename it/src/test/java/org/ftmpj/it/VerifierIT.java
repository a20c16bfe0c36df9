package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.ftmpj.it.damage.Compiled;
import org.ftmpj.it.damage.Journal;
import org.ftmpj.it.job.Command;
import org.ftmpj.it.job.Installation;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Line;
import org.ftmpj.it.job.Recorded;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.Collects;
import org.ftmpj.it.program.ComesFurther;
import org.ftmpj.it.program.Listens;
import org.ftmpj.it.program.Planted;
import org.ftmpj.it.program.Prints;
import org.ftmpj.it.program.PrintsFile;
import org.ftmpj.it.program.SharesFormats;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Ranks are repeated from what a job has left, and compared with it. */
class VerifierIT {
  private static final int FTMPJ_ERROR = 70;
  private static final String NOT_VERIFIED = "FTMPJ-1506";
  private static final int LISTENED = 20;

  @RegisterExtension final Jobs jobs = new Jobs();

  /** The one that is recorded. */
  private Job job;

  private Recorded record;

  /** Those that differ most in what has to be recorded. */
  static Stream<Sample> samples() {
    return Seed.one(
        "verified samples",
        Sample.ORDER_WITNESS,
        Sample.WORK_STEALING,
        Sample.OBJECT_TASKS,
        Sample.STEERED,
        Sample.POOL_FARM,
        Sample.TREE_SEARCH,
        Sample.LARGE);
  }

  @ParameterizedTest
  @MethodSource("samples")
  @Rotated(kind = "verification", turns = 1)
  void shouldVerifySamples(Sample sample) throws Exception {
    verify(sample, 2);
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource
  void shouldVerifyEverySample(Sample sample) throws Exception {
    verify(sample, Sample.RANKS);
  }

  private void verify(Sample sample, int ranks) throws Exception {
    Level level = Level.values()[sample.ordinal() % Level.values().length];
    String receptions = sample == Sample.OBJECT_TASKS ? "all" : "nondeterministic";
    Result run =
        record(sample.brief().ranks(ranks).level(level).jvm("-Dft.receptions=" + receptions));
    assertThat(run.errText()).contains("`ftmpj verify " + record.id() + "`");

    Map<Path, String> before = record.files();
    Result result = record.ftmpj("verify", record.id());
    assertThat(result.exitCode()).as(text(result) + result.errText()).isZero();
    assertThat(lines(result)).hasSize(ranks);
    for (int rank = 0; rank < ranks; rank++) {
      assertThat(lines(result).get(rank))
          .matches(
              "rank "
                  + rank
                  + ": verified: [0-9,]+ sends, [0-9,]+ determinants, "
                  + "%,d".formatted(run.out(rank).size() + errorLines(run, rank))
                  + " lines");
    }
    assertThat(record.files()).isEqualTo(before);
  }

  static Stream<Level> levels() {
    return Seed.one("verified kills", Level.values());
  }

  @ParameterizedTest
  @MethodSource("levels")
  @Rotated(kind = "verification", turns = 4)
  void shouldVerifyWhatSeveralIncarnationsHaveLeft(Level level) throws Exception {
    JobSpec spec = JobSpec.of(Collects.class, "600").ranks(3).level(level);
    start(spec.with("--stats"));
    new Kills(job, 2 * 600).everyRankOnce(Seed.random("verified kills", level.name()));
    assertThat(job.result().exitCode()).as(job.result().errText()).isZero();
    assertStatistics(job.result().errText());

    Result result = record.ftmpj("verify", record.id());
    assertThat(result.exitCode()).as(text(result) + result.errText()).isZero();
    assertThat(lines(result)).hasSize(3).allMatch(line -> line.contains(": verified: "));
  }

  /** A line for each rank, all of them in their second incarnation, and one for all together. */
  private static void assertStatistics(String text) {
    assertThat(text)
        .containsPattern("(?m)^ftmpj: rank +incarnation +operations +open +share +replayed ")
        .containsPattern("(?m)^ftmpj: all +[1-9][0-9]* ");
    for (int rank = 0; rank < 3; rank++) {
      assertThat(text).containsPattern("(?m)^ftmpj: " + rank + " +2 +[1-9][0-9]* ");
    }
  }

  @Test
  @Rotated(kind = "verification", turns = 0)
  void shouldNameTheLineOfEachPlantedDivergence() throws Exception {
    Path file = Files.writeString(jobs.directory().resolve("file"), "as it was");
    record(planted(file));
    Files.writeString(file, "as it is now");

    Result result = record.ftmpj("verify", record.id());
    assertThat(result.exitCode()).isEqualTo(FTMPJ_ERROR);
    String[] reasons = {"hash", "race", "file", "random"};
    for (int rank = 0; rank < reasons.length; rank++) {
      assertThat(text(result))
          .containsPattern(
              "rank %d: diverged at clock [0-9]+, at %s.%s\\(Planted.java:%d\\)"
                  .formatted(
                      rank, Planted.class.getName(), reasons[rank], line("Planted", reasons[rank])))
          .contains("    called at " + Planted.class.getName() + ".main(Planted.java:");
    }
    assertThat(text(result))
        .containsPattern("expected:    to rank 3 goes message [0-9]+, tag 5")
        .containsPattern("actual:      the rank sends to rank 3 message [0-9]+, tag 5")
        .containsPattern("static bytes was [0-9]+ and is [0-9]+")
        .containsPattern("clock [0-9]+: send to rank 3, tag 5, context ")
        .contains("usual cause: ");
    assertThat(result.errText()).contains(NOT_VERIFIED).contains("4 of 4 ranks");
  }

  @Test
  @Rotated(kind = "verification", turns = 0)
  void shouldGoOnWherePrintedLinesDiffer() throws Exception {
    Path file = Files.writeString(jobs.directory().resolve("number"), "2");
    record(JobSpec.of(PrintsFile.class, file.toString()).ranks(2).jvm("-Dft.values.files=false"));

    Files.writeString(file, "4");
    Result more = record.ftmpj("verify", record.id());
    assertThat(more.exitCode()).isEqualTo(FTMPJ_ERROR);
    assertThat(text(more))
        .contains(
            "rank 0: sends and outcomes as recorded; 3 printed lines differ, 2 are additional, the"
                + " first at "
                + PrintsFile.class.getName()
                + ".main(PrintsFile.java:"
                + line("PrintsFile", "number"))
        .contains("expected:    it writes 'number 2' as line 2 of standard output")
        .contains("actual:      the rank writes 'number 4'")
        .containsPattern(
            "rank 1: diverged at clock [0-9]+, at .*PrintsFile.java:" + line("PrintsFile", "sent"))
        .containsPattern(
            "note: before that, 3 printed lines differ, 1 is additional, the first at .*'number 2'");
    assertThat(more.errText()).contains(NOT_VERIFIED).contains("2 of 2 ranks");

    Files.writeString(file, "0");
    Result less = record.ftmpj("verify", record.id(), "--rank", "0");
    assertThat(less.exitCode()).isEqualTo(FTMPJ_ERROR);
    assertThat(text(less)).contains("; 3 printed lines differ, 2 are missing, the first at ");
    assertThat(less.errText()).contains("FTMPJ-1518");
  }

  @Test
  @Rotated(kind = "verification", turns = 1)
  void shouldRepeatThreadsThatShareWhatIsNotSafeForThem() throws Exception {
    start(JobSpec.of(SharesFormats.class).ranks(2));
    job.awaitOrEnd("some stamps", () -> job.linesOfRanks() > 200);
    Job.kill(job.rank(0));
    Result run = job.result();
    assertThat(run.exitCode()).as(run.errText()).isZero();
    assertThat(run.errText())
        .contains("rank 0 recovered")
        .doesNotContain("an earlier incarnation wrote")
        .doesNotContain("FTMPJ-");

    Result result = record.ftmpj("verify", record.id());
    assertThat(result.exitCode()).as(text(result) + result.errText()).isZero();
    assertThat(lines(result)).hasSize(2).allMatch(line -> line.contains(": verified: "));
  }

  @Test
  @Rotated(kind = "verification", turns = 7)
  void shouldNameTheLineWhereAChangedClassDoesSomethingElseOrWaitsForEver() throws Exception {
    Path classes = jobs.directory().resolve("classes");
    Compiled.to(classes, Map.of("Changed", changed("int[] content = {1};")));
    record(JobSpec.of("Changed").ranks(2).before(classes.toAbsolutePath()));
    Compiled.to(classes, Map.of("Changed", changed("int[] content =\n {2};")));

    Result result = record.ftmpj("verify", record.id());
    assertThat(result.exitCode()).isEqualTo(FTMPJ_ERROR);
    assertThat(text(result))
        .contains("note: class files have changed since the run: Changed")
        .containsPattern("rank 0: diverged at clock [0-9]+, at Changed.main\\(Changed.java:8\\)")
        .contains("usual cause: class files have changed since the run: Changed")
        .contains(", element 0 (from 0) was 1 and is 2)")
        .containsPattern("rank 1: verified: [0-9]+ sends");

    String waits = "int[] content = {1}; if (rank == 1) MPI.COMM_WORLD.Probe(0, 77);";
    Compiled.to(classes, Map.of("Changed", changed(waits)));
    result = record.ftmpj("verify", record.id(), "--rank", "1");
    assertThat(result.exitCode()).isEqualTo(FTMPJ_ERROR);
    assertThat(text(result))
        .containsPattern("rank 1: diverged at clock [0-9]+, at Changed.main\\(Changed.java:5\\)")
        .contains("for a message that was never sent")
        .contains("Probe from rank 0, tag 77");
  }

  /** What the listeners did last is recorded; nothing but the record makes main wait for it. */
  @Test
  @Rotated(kind = "verification", turns = 6)
  void shouldVerifyAMainThatEndsFasterThanItDidBesideOtherThreads() throws Exception {
    Path end = jobs.directory().resolve("end");
    start(JobSpec.of(Listens.class, end.toString()).ranks(2));
    job.awaitOrEnd("lines of the listeners", () -> job.linesOfRanks() > 2 * LISTENED);
    Files.createFile(end);
    assertThat(job.result().exitCode()).as(job.result().errText()).isZero();

    Result result = record.ftmpj("verify", record.id());
    assertThat(result.exitCode()).as(text(result) + result.errText()).isZero();
    assertThat(lines(result)).hasSize(2).allMatch(line -> line.contains(": verified: "));
  }

  /** It was between a poll, which is recorded, and saying so, when main ended the program. */
  @Test
  @Rotated(kind = "verification", turns = 6)
  void shouldVerifyAThreadThatComesFurtherBeforeMainEnds() throws Exception {
    Path again = Files.createFile(jobs.directory().resolve("again"));
    record(
        JobSpec.of(ComesFurther.class, again.toString()).ranks(1).jvm("-Dft.values.files=false"));
    Files.writeString(again, "again");

    Result result = record.ftmpj("verify", record.id());
    assertThat(result.exitCode()).as(text(result) + result.errText()).isZero();
    assertThat(lines(result)).hasSize(2);
    assertThat(lines(result).get(0)).matches("rank 0: verified: 0 sends, [0-9]+ determinants, .*");
    assertThat(lines(result).get(1))
        .matches(
            "  note: .*timer.* writes 'the timer, again: true' where it wrote 'the timer, again:"
                + " false' as line 1 of standard output; only threads of the program are compared");
  }

  /** A job that was killed altogether has a record, too. */
  @Test
  @Rotated(kind = "verification", turns = 0)
  void shouldNotTouchARunningJobButVerifyItWhenItWasCutOff() throws Exception {
    start(JobSpec.of(Collects.class, "100000").ranks(3));
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > 100);
    Result refused = record.ftmpj("verify", record.id());
    assertThat(refused.exitCode()).isEqualTo(FTMPJ_ERROR);
    assertThat(refused.errText()).contains("FTMPJ-1604");
    Result inspected = record.ftmpj("inspect", record.id());
    assertThat(inspected.exitCode()).as(inspected.errText()).isZero();
    assertThat(text(inspected)).containsPattern("1 -> 0 +[1-9][0-9]+ ");
    assertThat(job.isAlive()).isTrue();
    job.kill();
    awaitDeath();

    Result result = record.ftmpj("verify", record.id());
    assertThat(result.exitCode()).as(text(result) + result.errText()).isZero();
    assertThat(lines(result))
        .hasSize(3)
        .allMatch(line -> line.contains(": verified as far as it is recorded: "))
        .allMatch(line -> line.contains("; the record ends where the program "))
        .allMatch(line -> line.contains("Collects.java:"));
    assertThat(record.ftmpj("clean", record.id()).exitCode()).isZero();
  }

  @Test
  @Rotated(kind = "verification", turns = 5)
  void shouldShowWhatTheLogsHoldAndSayIfOneIsDamaged() throws Exception {
    record(JobSpec.of(Collects.class, "50").ranks(3));

    Map<Path, String> before = record.files();
    Result inspected = record.ftmpj("inspect", record.id(), "--rank", "0");
    assertThat(text(inspected)).containsPattern("\n0 +1 +exit 0 +100 .*Match 100");
    assertThat(text(inspected)).containsPattern("1 -> 0 +5[0-9] +").doesNotContain("1 -> 2");
    assertThat(text(record.ftmpj("inspect", record.id(), "--json")))
        .contains("\"Match\": 100")
        .contains("\"channel_logs\": [");
    assertThat(record.files()).isEqualTo(before);

    Journal log = Journal.of(record.directory().resolve("channels/1-0"));
    log.damage(log.records() / 2, Journal.Part.HEAD);

    for (String command : List.of("verify", "inspect")) {
      Result result = record.ftmpj(command, record.id(), "--rank", "0");
      assertThat(result.exitCode()).isEqualTo(FTMPJ_ERROR);
      assertThat(result.errText()).containsPattern("FTMPJ-130[23]: .*channels/1-0");
    }
  }

  @Test
  @Rotated(kind = "verification", turns = 5)
  void shouldWaitForADebugger() throws Exception {
    record(JobSpec.of(Prints.class, "1").ranks(1));
    int port = freePort();
    try (Command command =
        Command.start(
            record.temporary(),
            Map.of(),
            "verify",
            record.id(),
            "--rank",
            "0",
            "--debug",
            Integer.toString(port))) {
      attach(port).resume();
      Result result = command.result(Recorded.PATIENCE_S);
      assertThat(result.exitCode()).as(text(result) + result.errText()).isZero();
      assertThat(result.errText()).contains("jdb -attach 127.0.0.1:" + port);
    }
  }

  private static VirtualMachine attach(int port) {
    AttachingConnector socket =
        Bootstrap.virtualMachineManager().attachingConnectors().stream()
            .filter(connector -> connector.transport().name().equals("dt_socket"))
            .findFirst()
            .orElseThrow();
    Map<String, Connector.Argument> arguments = socket.defaultArguments();
    arguments.get("hostname").setValue("127.0.0.1");
    arguments.get("port").setValue(Integer.toString(port));
    return Awaitility.await().ignoreExceptions().until(() -> socket.attach(arguments), vm -> true);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** What a program of two ranks does in which this is the fifth line. */
  private static String changed(String line) {
    return String.join(
        "\n",
        "import mpi.MPI;",
        "public class Changed {",
        "  public static void main(String[] args) {",
        "    MPI.Init(args); int rank = MPI.COMM_WORLD.Rank();",
        line,
        "    if (rank == 0)",
        "MPI.COMM_WORLD.Send(content, 0, 1, MPI.INT, 1, 7); else",
        "MPI.COMM_WORLD.Recv(content, 0, 1, MPI.INT, 0, 7);",
        "    MPI.Finalize();",
        "  }",
        "}");
  }

  private static JobSpec planted(Path file) {
    return JobSpec.of(Planted.class, file.toString())
        .jvm(
            "-Dft.values.hash=false",
            "-Dft.values.random=false",
            "-Dft.values.environment=false",
            "-Dft.values.files=false");
  }

  /** The line of the program that says so. */
  private static int line(String program, String what) throws IOException {
    Path sources = Installation.root().resolve("it/src/test/java/org/ftmpj/it/program");
    Path source = sources.resolve(program + ".java");
    List<String> lines = Files.readAllLines(source);
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).endsWith("// here: " + what)) {
        return i + 1;
      }
    }
    throw new AssertionError(source + " does not say: " + what);
  }

  /** Runs the job that the test is about, without a failure. */
  private Result record(JobSpec spec) {
    start(spec);
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    return result;
  }

  private void start(JobSpec spec) {
    job = jobs.start(spec.with("--record"));
    record = new Recorded(job);
  }

  /** What a rank's program has written to its standard error, without what FTMPJ says itself. */
  private static long errorLines(Result run, int rank) {
    return run.err(rank).stream().filter(line -> !line.startsWith("ftmpj ")).count();
  }

  /** What reads the output of a process that is killed may find it closed. */
  private void awaitDeath() {
    Awaitility.await()
        .dontCatchUncaughtExceptions()
        .until(() -> !job.isAlive() && job.livingProcesses().isEmpty());
  }

  private static List<String> lines(Result result) {
    return result.out().stream().map(Line::text).toList();
  }

  private static String text(Result result) {
    return String.join("\n", lines(result)) + "\n";
  }
}
