package org.ftmpj.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.ftmpj.agent.programs.Ends;
import org.ftmpj.agent.programs.FailsToInitialize;
import org.ftmpj.agent.programs.Patient;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.replay.report.VerificationPlace;
import org.ftmpj.replay.report.VerificationResult;
import org.ftmpj.supervisor.console.OutputRecord;
import org.ftmpj.supervisor.record.ExitRecord;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Rotated(
    kind = "starts and ends of the agent",
    turns = {0, 2, 4, 6})
class EndingJarIT {
  private static final String RUNNING = "thread while main runs";

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "return, 0, ''",
    "throw, 1, an uncaught java.lang.IllegalStateException",
    "exit, 3, System.exit(3)",
    "halt, 4, Runtime.halt(4)",
    "reference, 5, System.exit(5)",
    "thread, 7, System.exit(7)",
    "again, 0, ''",
    "hook, 8, System.exit(8)",
    "hook halts, 9, Runtime.halt(9)",
    "lazy thread, 0, ''"
  })
  void shouldRecordHowTheProgramEndedItself(String way, int code, String cause) throws Exception {
    RankProcess.Result result = RankProcess.in(directory).run(Ends.class, way);
    assertThat(result.status()).as(result.rawErr()).isEqualTo(code);
    assertThat(result.exitRecord())
        .contains(new ExitRecord.Program(1, OptionalInt.of(code), false, cause));
    assertThat(result.out()).startsWith("running\n");
  }

  /** What main did last may not be recorded; that is no divergence. */
  @Test
  void shouldRepeatAMainThatWasStillRunningAsFarAsItIsRecorded() throws Exception {
    RankProcess.Result result = RankProcess.in(directory).run(Ends.class, RUNNING);
    assertThat(result.status()).as(result.rawErr()).isEqualTo(7);
    assertThat(result.exitRecord())
        .contains(new ExitRecord.Program(1, OptionalInt.of(7), true, "System.exit(7)"));

    Path report = Files.createDirectory(directory.resolve("report"));
    RankProcess.in(directory).set("FT_VERIFY", report.toString()).run(Ends.class, RUNNING);
    assertThat(new VerificationPlace(report).read())
        .get()
        .satisfies(
            r ->
                assertThat(r.verdict())
                    .as(r.toString())
                    .isEqualTo(VerificationResult.VERIFIED_TO_END));
  }

  @Test
  void shouldSeeAnEndByReflection() throws Exception {
    RankProcess.Result result = RankProcess.in(directory).run(Ends.class, "reflection");
    assertThat(result.status()).isEqualTo(6);
    assertThat(result.exitRecord())
        .contains(new ExitRecord.Program(1, OptionalInt.of(6), false, "System.exit(6)"));
  }

  @Test
  void shouldRecordAProgramWhoseMainNeverRan() throws Exception {
    RankProcess.Result result = RankProcess.in(directory).run(FailsToInitialize.class);
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.exitRecord()).contains(new ExitRecord.Program(1, OptionalInt.empty()));
    assertThat(result.err()).contains("NumberFormatException");
  }

  @Test
  void shouldLogTheStackTraceOfMain() throws Exception {
    RankProcess.Result result = RankProcess.in(directory).run(Ends.class, "throw");
    assertThat(result.err())
        .startsWith("Exception in thread \"main\" java.lang.IllegalStateException: thrown by main")
        .contains("at org.ftmpj.agent.programs.Ends.main(Ends.java:");
    assertThat(result.rawErr()).doesNotContain("thrown by main");
  }

  @Test
  void shouldCountSigtermAsAFailureAndIgnoreSigint() throws Exception {
    RankProcess rank = RankProcess.in(directory);
    Process process = rank.start(Patient.class);
    awaitOutput(rank, "waiting");
    signal(process, "INT");
    signal(process, "HUP");
    signal(process, "TERM");
    RankProcess.Result result = rank.await(process);
    assertThat(result.status()).isEqualTo(143);
    assertThat(result.exitRecord()).isEmpty();
  }

  @Test
  void shouldSaySoIfSignalsAreLeftToTheVirtualMachine() throws Exception {
    RankProcess.Result result = RankProcess.in(directory).jvm("-Xrs").run(Ends.class, "return");
    assertThat(result.status()).isZero();
    assertThat(result.rawErr()).containsOnlyOnce("-Xrs");
  }

  @Test
  void shouldHaltWhenTheSupervisorIsGone() throws Exception {
    RankProcess rank = RankProcess.in(directory).set("FT_SUPERVISED", "true");
    Process process = rank.start(Patient.class, "input");
    awaitOutput(rank, "input -1\nwaiting");
    process.getOutputStream().close();
    RankProcess.Result result = rank.await(process);
    assertThat(result.status()).isEqualTo(129);
    assertThat(result.exitRecord()).isEmpty();
  }

  @Test
  void shouldRecordWhyFtmpjStoppedTheRank() throws Exception {
    RankProcess.Result result =
        RankProcess.in(directory).set("FT_DURABILITY", "host").run(Ends.class, "return");
    assertThat(result.status()).isEqualTo(70);
    Optional<ExitRecord> record = result.exitRecord();
    assertThat(record)
        .get()
        .isInstanceOfSatisfying(
            ExitRecord.FailStop.class,
            stop -> assertThat(stop.code()).isEqualTo(ErrorCode.BAD_OPTIONS));
    assertThat(result.rawErr()).contains("FTMPJ-1001").contains("FT_LOGGER");
    assertThat(result.out()).isEmpty();
  }

  private static void awaitOutput(RankProcess rank, String text) {
    await().until(() -> rank.logged(OutputRecord.OUT).contains(text));
  }

  private static void signal(Process process, String name) throws Exception {
    new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }
}
