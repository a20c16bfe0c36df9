package org.ftmpj.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ftmpj.it.job.Job;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.it.job.Jobs;
import org.ftmpj.it.job.Kills;
import org.ftmpj.it.job.Level;
import org.ftmpj.it.job.Result;
import org.ftmpj.it.job.Seed;
import org.ftmpj.it.program.EndsAgain;
import org.ftmpj.it.program.EndsEarly;
import org.ftmpj.it.program.ListensOn;
import org.ftmpj.it.program.ParallelCount;
import org.ftmpj.it.program.SecondThread;
import org.ftmpj.it.program.StopsListener;
import org.ftmpj.it.program.StopsWorkers;
import org.ftmpj.it.program.StrangeThread;
import org.ftmpj.it.program.Unrecorded;
import org.ftmpj.it.program.WithoutFinalize;
import org.ftmpj.samples.ring.Ring;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The ways in which a job can end. */
class EndsIT {
  /** What FTMPJ's own errors end a job with. */
  private static final int FTMPJ_ERROR = 70;

  private static final int INTERRUPTED = 130;

  @RegisterExtension final Jobs jobs = new Jobs();

  /** 137 is also the status of a process that was killed; only the exit record tells. */
  static Stream<Arguments> ways() {
    return Seed.one(
        "ways to end",
        Arguments.of("exit=3", 3, "System.exit(3)"),
        Arguments.of("exit=137", 137, "System.exit(137)"),
        Arguments.of("halt=9", 9, "Runtime.halt(9)"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("ways")
  void shouldEndWithTheCodeThatTheProgramEndsWithAndSayWhy(String way, int code, String cause) {
    Result result = jobs.run(JobSpec.of(EndsEarly.class, way).ranks(2));
    assertThat(result.exitCode()).as(result.errText()).isEqualTo(code);
    assertThat(result.errText())
        .contains(
            "ftmpj: rank 1 ended with exit code %d (%s), which ends the job; 1 other rank was stopped"
                .formatted(code, cause));
    assertThat(result.out(1)).containsExactly("rank 1 is there", "the end");
    assertThat(result.out(0)).containsExactly("rank 0 is there");
  }

  @Test
  void shouldGoOnWhenARankEndsWithCodeZero() {
    Job job = jobs.start(JobSpec.of(EndsEarly.class, "exit=0").ranks(2));
    job.awaitOrEnd("the end of rank 1", () -> job.linesOfRanks() == 3);
    assertThat(job.rankIfThere(0)).isPresent();
    job.interrupt();
    Result result = job.result();
    assertThat(result.exitCode()).isEqualTo(INTERRUPTED);
    assertThat(result.errText())
        .containsPattern("ftmpj: the job was stopped by SIGINT .Ctrl-C.; [12] ranks? w");
  }

  @Test
  void shouldShowAnUncaughtExceptionAndEndTheJob() {
    Result result = jobs.run(JobSpec.of(EndsEarly.class, "throw=bang").ranks(2));
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(String.join("\n", result.err(1)))
        .contains("java.lang.IllegalStateException: bang")
        .contains("at " + EndsEarly.class.getName());
    assertThat(result.errText())
        .contains("rank 1 ended with exit code 1 (an uncaught java.lang.IllegalStateException),");
    assertThat(result.out(0)).containsExactly("rank 0 is there");
  }

  static Stream<Arguments> earlyEnds() {
    return Seed.one(
        "ends of a re-execution",
        Arguments.of("throw", "FTMPJ-1515", "ends by an uncaught java.lang.IllegalStateException"),
        Arguments.of("exit", "FTMPJ-1515", "calls System.exit(0)"),
        Arguments.of("halt", "FTMPJ-1515", "calls Runtime.halt(3)"),
        Arguments.of("thread", "FTMPJ-1502", "EndsAgain.ends("),
        Arguments.of("return", "FTMPJ-1515", ", ends, but the record says: "));
  }

  /** To start a first thread is an event, which the record does not have. */
  @ParameterizedTest
  @MethodSource("earlyEnds")
  @Rotated(kind = "ends of programs", turns = 2)
  void shouldTakeAnEndBeforeThatOfThePredecessorForADivergence(
      String way, String code, String end) {
    Job job =
        jobs.start(JobSpec.of(EndsAgain.class, way).ranks(2).jvm("-Dft.values.environment=false"));
    job.awaitOrEnd("half of the output", () -> job.linesOfRanks() > EndsAgain.STEPS);
    job.rankIfThere(1).ifPresent(Job::kill);
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isEqualTo(FTMPJ_ERROR);
    assertThat(result.errText()).contains(code, end);
  }

  @Test
  @Rotated(kind = "ends of programs", turns = 6)
  void shouldEndARankOfWhichOnlyThreadsThatWaitForEverAreLeft() {
    Result result = jobs.run(JobSpec.of(ListensOn.class).ranks(2));
    assertThat(result.exitCode()).as(result.errText()).isZero();
    assertThat(result.errText())
        .contains(
            "main has called MPI.Finalize and ended, but another thread still waits: listener");
    assertThat(result.out(1)).containsExactly("rank 1 is done");
  }

  @ParameterizedTest
  @MethodSource("stoppedWaits")
  @Rotated(kind = "ends of programs", turns = 1)
  void shouldLeaveAThreadThatIsStoppedToTheProgram(String... where) {
    assumeTrue(Runtime.version().feature() < 20, "Thread.stop() does nothing in this Java");
    Job job = jobs.start(JobSpec.of(StopsListener.class, where).ranks(2));
    new Kills(job, StopsListener.NUMBERS + 2)
        .everyRankOnce(Seed.random("stopped", String.join("", where)));
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    assertThat(result.out(0)).endsWith("rank 1 has " + StopsListener.SUM);
    assertThat(result.out(1)).containsExactly("stopped: true");
  }

  static Stream<Arguments> stoppedWaits() {
    return Seed.one(
        "where a thread is stopped",
        Arguments.of((Object) new String[0]),
        Arguments.of((Object) new String[] {"monitor"}));
  }

  static Stream<Level> levels() {
    return Seed.one("ends", Level.values());
  }

  @ParameterizedTest
  @MethodSource("levels")
  @Rotated(kind = "ends of programs", turns = 0)
  void shouldEndWhenMainReturnsWithoutFinalize(Level level) {
    Job job = jobs.start(JobSpec.of(WithoutFinalize.class).ranks(2).level(level));
    new Kills(job, 2 * WithoutFinalize.STEPS)
        .everyRankOnce(Seed.random("no Finalize", level.name()));
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    for (int rank = 0; rank < 2; rank++) {
      int other = 1 - rank;
      assertThat(result.out(rank))
          .containsExactlyElementsOf(
              IntStream.rangeClosed(1, WithoutFinalize.STEPS)
                  .mapToObj(step -> "step %d: [%d]".formatted(step, step * 100 + other))
                  .toList());
    }
  }

  @Test
  @Rotated(kind = "ends of programs", turns = 4)
  void shouldRefuseMpiInASecondThreadIfAskedTo() {
    Result result = jobs.run(JobSpec.of(SecondThread.class).ranks(2).jvm("-Dft.threads=refuse"));
    assertThat(result.exitCode()).isEqualTo(FTMPJ_ERROR);
    assertThat(result.errText()).contains("FTMPJ-1201");
    assertThat(result.out()).isEmpty();
  }

  @Test
  @Rotated(kind = "ends of programs", turns = 3)
  void shouldRefuseMpiInAThreadThatTheProgramHasNotStarted() {
    Result result = jobs.run(JobSpec.of(StrangeThread.class).ranks(2));
    assertThat(result.exitCode()).isEqualTo(FTMPJ_ERROR);
    assertThat(result.errText()).contains("FTMPJ-1201");
    assertThat(result.out()).isEmpty();
  }

  /**
   * Wherever it is just then, also if all of its events are entries of monitors, or it has none.
   */
  @Test
  @Rotated(kind = "ends of programs", turns = 7)
  void shouldStopThreadsWhateverTheyDo() {
    assumeTrue(Runtime.version().feature() < 20, "Thread.stop() does nothing in this Java");
    Job job = jobs.start(JobSpec.of(StopsWorkers.class).ranks(2));
    new Kills(job, StopsWorkers.STEPS).everyRankOnce(Seed.random("stopped workers"));
    Result result = job.result();
    assertThat(result.exitCode()).as(result.errText()).isZero();
    assertThat(result.errText()).doesNotContain("FTMPJ-1208");
    for (int rank = 0; rank < 2; rank++) {
      assertThat(result.out(rank))
          .hasSize(StopsWorkers.STEPS)
          .endsWith(
              "step %d: %d"
                  .formatted(StopsWorkers.STEPS - 1, StopsWorkers.STEPS * StopsWorkers.WORKERS));
    }
  }

  @Test
  void shouldNameOnceWhatIsNotRecordedOfThreads() {
    Result result = jobs.run(JobSpec.of(Unrecorded.class).ranks(2));
    assertThat(result.exitCode()).as(result.errText()).isZero();
    assertThat(result.errText())
        .containsOnlyOnce("FTMPJ-1208")
        .containsPattern("CyclicBarrier.getNumberWaiting \\(.*\\.Unrecorded:\\d+\\)");
  }

  static Stream<String> counts() {
    return Seed.one("threads of the JDK", "alone", "together");
  }

  @ParameterizedTest
  @MethodSource("counts")
  void shouldNameWhatThreadsOfTheJdkHandOver(String how) {
    Result result =
        jobs.run(
            JobSpec.of(ParallelCount.class, how)
                .ranks(1)
                .jvm("-Djava.util.concurrent.ForkJoinPool.common.parallelism=3"));
    assertThat(result.exitCode()).as(result.errText()).isZero();
    assertThat(result.errText().contains("FTMPJ-1208")).isEqualTo(how.equals("together"));
  }

  @Test
  @Rotated(kind = "ends of programs", turns = 2)
  void shouldRefuseWhatIsNotRecordedOfThreadsIfAskedTo() {
    Result result =
        jobs.run(JobSpec.of(Unrecorded.class).ranks(2).jvm("-Dft.threads.unknown=refuse"));
    assertThat(result.exitCode()).isEqualTo(FTMPJ_ERROR);
    assertThat(result.errText())
        .contains("FTMPJ-1208")
        .contains("thread 0.1 calls CyclicBarrier.getNumberWaiting");
    assertThat(result.out()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("levels")
  void shouldLeaveNothingBehindAfterCtrlC(Level level) {
    Job job = jobs.start(JobSpec.of(Ring.class, "100000", "100000").ranks(2).level(level));
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > 100);
    job.interrupt();
    assertThat(job.result().exitCode()).isEqualTo(INTERRUPTED);
  }

  @Test
  @Rotated(kind = "ends of programs", turns = 5)
  void shouldGiveUpARankThatDiesAgainAndAgainAtTheSamePoint() {
    Job job = jobs.start(JobSpec.of(Ring.class, "100000", "100000").ranks(2));
    job.awaitOrEnd("some output", () -> job.linesOfRanks() > 20);
    job.awaitOrEnd(
        "the end, whatever is restarted",
        () -> {
          job.rankIfThere(1).ifPresent(Job::kill);
          return false;
        });
    Result result = job.result();
    assertThat(result.exitCode()).isEqualTo(FTMPJ_ERROR);
    assertThat(List.of(result.errText())).anyMatch(text -> text.contains("FTMPJ-1503"));
  }
}
