package org.ftmpj.supervisor.rank;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.job.JobLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With real processes: shell scripts that play the rank and its agent. */
@Timeout(300)
class RankSupervisorTest {
  private static final int RANK = 3;
  private static final Duration GRACE = Duration.ofSeconds(20);
  private static final RestartPolicy AT_ONCE = new RestartPolicy(5, List.of(Duration.ZERO), GRACE);
  private static final String FINISH = "printf 'ftmpj-exit 1\\nPROGRAM 1 %s\\n' > exit/3; ";

  @TempDir Path directory;
  private JobLayout layout;
  private final List<RankEvent> events = new CopyOnWriteArrayList<>();
  private final AtomicLong progress = new AtomicLong();
  private final AtomicInteger rings = new AtomicInteger();
  private final StringBuffer raw = new StringBuffer();

  /** What came out of each stream. */
  private final Map<Integer, StringBuffer> texts =
      Map.of(1, new StringBuffer(), 2, new StringBuffer());

  private RankSupervisor supervisor;

  @BeforeEach
  void makeJobDirectory() throws Exception {
    layout = new JobLayout(directory);
    for (String name : List.of("exit", "incarnations", "recovered", "stderr", "crashes", "waits")) {
      Files.createDirectory(directory.resolve(name));
    }
  }

  @AfterEach
  void stop() throws Exception {
    if (supervisor != null) {
      supervisor.stop(Duration.ZERO);
    }
  }

  @Test
  void shouldFinishWithTheCodeOfTheExitRecord() {
    run(k -> finish("7") + "exit 0");
    assertThat(outcome()).isEqualTo(new RankOutcome.Finished(7));
    assertThat(deaths()).isEmpty();
    assertThat(events.get(0)).isInstanceOf(RankEvent.Started.class);
    assertThat(events.get(1)).isInstanceOf(RankEvent.Ended.class);
  }

  @Test
  void shouldTakeTheStatusOfTheProcessWhereTheRecordSaysSo() {
    run(k -> finish("status") + "exit 5");
    assertThat(outcome()).isEqualTo(new RankOutcome.Finished(5));
  }

  @Test
  void shouldGiveTheCodeAsTheOperatingSystemWould() {
    run(k -> finish("-1") + "exit 255");
    assertThat(outcome()).isEqualTo(new RankOutcome.Finished(255));
  }

  @Test
  void shouldRestartWhatEndedWithoutExitRecordWhateverItsStatus() {
    run(k -> k == 1 ? "exit 0" : k == 2 ? "exit 137" : finish("0"));
    assertThat(outcome()).isEqualTo(new RankOutcome.Finished(0));
    assertThat(deaths()).extracting(RankEvent.Died::incarnation).containsExactly(1, 2);
    assertThat(deaths().get(0).status()).hasToString("status 0");
  }

  @Test
  void shouldBelieveTheExitRecordOfARankThatWasKilledAfterwards() {
    run(k -> finish("0") + "kill -9 $$");
    assertThat(outcome()).isEqualTo(new RankOutcome.Finished(0));
    assertThat(deaths()).isEmpty();
  }

  @Test
  void shouldRestartAKilledRankWithTheNextIncarnationAndRingTheDoorbells() throws Exception {
    run(k -> k == 1 ? "exec sleep 60" : finish("0"));
    kill("KILL");
    assertThat(outcome()).isEqualTo(new RankOutcome.Finished(0));
    RankEvent.Died death = deaths().get(0);
    assertThat(death.incarnation()).isEqualTo(1);
    assertThat(death.status()).hasToString("signal 9 (SIGKILL)");
    assertThat(death.noticed()).isNotNull();
    assertThat(rings).hasValue(1);
    assertThat(layout.incarnation(RANK)).hasContent("2");
  }

  /** As a Java virtual machine says it, on standard output. */
  @Test
  void shouldShowACrashOnStandardErrorOnceAndThenOnlyWhereItsReportIs() {
    String banner =
        "printf 'text\\n#no\\n#'; sleep 0.1; "
            + "printf '\\n# A fatal error has been detected by the Java Runtime Environment:\\n#\\n'; ";
    run(
        k ->
            k == 3
                ? finish("0") + "printf '#\\n# A'"
                : banner + "echo all > crashes/3." + k + "; kill -ABRT $$; sleep 9");
    assertThat(outcome()).isEqualTo(new RankOutcome.Finished(0));
    String fatal = "#\n# A fatal error has been detected by the Java Runtime Environment:\n#\n";
    assertThat(texts.get(1).toString()).isEqualTo("text\n#no\ntext\n#no\n#\n# A");
    assertThat(texts.get(2).toString()).isEqualTo(fatal);
    assertThat(deaths())
        .extracting(RankEvent.Died::report)
        .containsExactly(Optional.of(layout.crash(RANK, 1)), Optional.of(layout.crash(RANK, 2)));
  }

  @Test
  void shouldTreatATerminatedRankAsFailed() throws Exception {
    run(k -> k == 1 ? "exec sleep 60" : finish("0"));
    kill("TERM");
    assertThat(outcome()).isEqualTo(new RankOutcome.Finished(0));
    assertThat(deaths().get(0).status()).hasToString("signal 15 (SIGTERM)");
  }

  @Test
  void shouldNotIssueAnIncarnationTwice() {
    run(k -> finish("0"));
    outcome();
    run(k -> finish("0"));
    outcome();
    assertThat(events.stream().filter(RankEvent.Started.class::isInstance))
        .extracting(event -> ((RankEvent.Started) event).incarnation())
        .containsExactly(1, 2);
  }

  @Test
  void shouldEndWithTheReasonOfAFailStop() {
    run(
        k ->
            "printf 'ftmpj-exit 1\\nFAIL_STOP 1 FTMPJ-1501\\nrank 3 differs\\n' > exit/3; exit 70");
    assertThat(outcome())
        .isEqualTo(new RankOutcome.FailStopped(ErrorCode.DIVERGED, "rank 3 differs"));
  }

  @Test
  void shouldRecogniseACrashLoop() {
    run(k -> "kill -11 $$");
    RankOutcome.FailStopped end = (RankOutcome.FailStopped) outcome();
    assertThat(end.code()).isEqualTo(ErrorCode.CRASH_LOOP);
    assertThat(end.message()).contains("rank 3", "5 times", "signal 11", "incarnation 5");
    assertThat(deaths()).hasSize(4);
  }

  @Test
  void shouldNotCallDeathsACrashLoopWhileTheRankComesFarther() {
    run(
        k -> {
          progress.set(k % 4 == 0 ? k : 0);
          return k <= 12 ? "kill -9 $$" : finish("0");
        });
    assertThat(outcome()).isEqualTo(new RankOutcome.Finished(0));
    assertThat(deaths()).hasSize(12);
  }

  @Test
  void shouldNotCallDeathsACrashLoopWhileTheRankWaitsForAMessage() {
    run(k -> k <= 12 ? report(k) + waiting(k) + "kill -9 $$" : finish("0"));
    assertThat(outcome()).isEqualTo(new RankOutcome.Finished(0));
    assertThat(deaths()).hasSize(12);
  }

  @Test
  void shouldNotCallDeathsACrashLoopThatComeAfterALongLife() {
    RestartPolicy soon = new RestartPolicy(5, List.of(Duration.ZERO), Duration.ofMillis(1));
    supervise(k -> shell(k <= 12 ? report(k) + "sleep 0.1; kill -9 $$" : finish("0")), soon);
    assertThat(outcome()).isEqualTo(new RankOutcome.Finished(0));
    assertThat(deaths()).hasSize(12);
  }

  /** Another thread may wait while one crashes, and a repetition waits for what is lost. */
  @ParameterizedTest
  @ValueSource(strings = {"signal", "repeats", "earlier"})
  void shouldRecogniseACrashLoopOfARankOneOfWhoseThreadsWaits(String kind) {
    run(
        k ->
            switch (kind) {
              case "signal" -> report(k) + waiting(k) + "kill -11 $$";
              case "repeats" -> waiting(k) + "kill -9 $$";
              default -> report(k) + waiting(k - 1) + "kill -9 $$";
            });
    RankOutcome.FailStopped end = (RankOutcome.FailStopped) outcome();
    assertThat(end.code()).isEqualTo(ErrorCode.CRASH_LOOP);
  }

  private static String waiting(int incarnation) {
    return "printf 'ftmpj-waits 1\\n%d\\n1\\nmain\\na message\\n\\n' > waits/3; "
        .formatted(incarnation);
  }

  @Test
  void shouldSayThatTheVirtualMachineDidNotStartInsteadOfTryingAgain() {
    run(k -> "echo 'Unrecognized option: -x' >&2; exit 1");
    RankOutcome.FailStopped end = (RankOutcome.FailStopped) outcome();
    assertThat(end.code()).isEqualTo(ErrorCode.CANNOT_START);
    assertThat(deaths()).isEmpty();
  }

  @Test
  void shouldSayThatThereIsNoSuchCommand() {
    supervise(k -> new ProcessBuilder(directory.resolve("no-java").toString()), AT_ONCE);
    RankOutcome.FailStopped end = (RankOutcome.FailStopped) outcome();
    assertThat(end.code()).isEqualTo(ErrorCode.CANNOT_START);
    assertThat(end.message()).contains("no-java");
  }

  @Test
  void shouldReportARecoveryAndHowLongTheRankWasAway() {
    run(
        k ->
            switch (k) {
              case 1 -> "kill -9 $$";
              case 2 -> "kill -9 $$";
              default -> "sleep 0.2; " + report(k) + "sleep 0.2; " + finish("0");
            });
    assertThat(outcome()).isEqualTo(new RankOutcome.Finished(0));
    List<RankEvent.Recovered> recoveries = recoveries();
    assertThat(recoveries).hasSize(1);
    assertThat(recoveries.get(0).report().determinants()).isEqualTo(312);
    assertThat(recoveries.get(0).sinceDeath()).isBetween(Duration.ofMillis(200), GRACE);
    assertThat(events.get(events.size() - 1)).isInstanceOf(RankEvent.Ended.class);
  }

  @Test
  void shouldReportARecoveryThatTheRankDidNotSurvive() {
    run(k -> k == 1 ? "kill -9 $$" : k == 2 ? report(k) + "kill -9 $$" : report(k) + finish("0"));
    assertThat(outcome()).isEqualTo(new RankOutcome.Finished(0));
    assertThat(recoveries()).extracting(r -> r.report().incarnation()).containsExactly(2, 3);
  }

  @Test
  void shouldStopARankWithoutRestartingIt() throws Exception {
    run(k -> "exec sleep 60");
    awaitPid();
    supervisor.stop(GRACE);
    assertThat(outcome()).isEqualTo(new RankOutcome.Stopped());
    assertThat(deaths()).isEmpty();
    assertThat(supervisor.pid()).isEmpty();
  }

  @Test
  void shouldKillWhatDoesNotTerminate() throws Exception {
    run(k -> "trap '' TERM; echo ready; while :; do sleep 60; done");
    await().until(() -> raw.toString().contains("ready"));
    long pid = awaitPid();
    supervisor.stop(Duration.ofMillis(50));
    assertThat(outcome()).isEqualTo(new RankOutcome.Stopped());
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
  }

  @Test
  void shouldKillAStoppedProcess() throws Exception {
    run(k -> "exec sleep 60");
    long pid = awaitPid();
    kill("STOP");
    supervisor.stop(Duration.ofMillis(50));
    assertThat(outcome()).isEqualTo(new RankOutcome.Stopped());
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
  }

  @Test
  void shouldNotWaitOutThePauseWhenStopped() throws Exception {
    supervise(
        k -> shell("kill -9 $$"), new RestartPolicy(5, List.of(Duration.ofMinutes(10)), GRACE));
    await().until(() -> !deaths().isEmpty());
    supervisor.stop(GRACE);
    assertThat(outcome()).isEqualTo(new RankOutcome.Stopped());
  }

  @Test
  void shouldPassRawOutputOnAndKeepStandardError() {
    run(k -> "echo out; echo err >&2; " + finish("0"));
    outcome();
    assertThat(raw.toString()).contains("1:out\n", "2:err\n");
    assertThat(layout.stderr(RANK, 1)).hasContent("err");
  }

  @Test
  void shouldHoldTheLifeLineOfTheRankUntilTheSupervisorDies() throws Exception {
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                LifeLineMain.class.getName(),
                directory.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      await().until(() -> Files.exists(directory.resolve("started")));
      assertThat(directory.resolve("life-line-ended")).doesNotExist();
    } finally {
      other.destroyForcibly();
    }
    await().until(() -> Files.exists(directory.resolve("life-line-ended")));
  }

  private void run(IntFunction<String> script) {
    supervise(k -> shell(script.apply(k)), AT_ONCE);
  }

  private ProcessBuilder shell(String script) {
    return new ProcessBuilder("sh", "-c", script).directory(directory.toFile());
  }

  private void supervise(IntFunction<ProcessBuilder> command, RestartPolicy policy) {
    supervisor = new RankSupervisor(RANK, layout, policy, new Ports(command));
    supervisor.start();
  }

  private RankOutcome outcome() {
    return supervisor.outcome().orTimeout(120, TimeUnit.SECONDS).join();
  }

  private long awaitPid() {
    await().until(() -> supervisor.pid().isPresent());
    return supervisor.pid().orElseThrow();
  }

  private void kill(String signal) throws Exception {
    long pid = awaitPid();
    new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start().waitFor();
  }

  private static String finish(String code) {
    return FINISH.formatted(code);
  }

  private static String report(int incarnation) {
    return ("printf 'ftmpj-recovery 1\\nrank 3\\nincarnation %d\\ndeterminants 312\\nmessages 4\\n"
            + "sendsDropped 5\\noutputBytesDropped 6\\nmilliseconds 7\\n' > tmp"
            + " && mv tmp recovered/3.%d; ")
        .formatted(incarnation, incarnation);
  }

  private List<RankEvent.Died> deaths() {
    return events.stream()
        .filter(RankEvent.Died.class::isInstance)
        .map(RankEvent.Died.class::cast)
        .toList();
  }

  private List<RankEvent.Recovered> recoveries() {
    return events.stream()
        .filter(RankEvent.Recovered.class::isInstance)
        .map(RankEvent.Recovered.class::cast)
        .toList();
  }

  private final class Ports implements RankPorts {
    private final IntFunction<ProcessBuilder> command;

    Ports(IntFunction<ProcessBuilder> command) {
      this.command = command;
    }

    @Override
    public ProcessBuilder command(int incarnation) {
      return command.apply(incarnation);
    }

    @Override
    public long progress(int incarnation) {
      return progress.get();
    }

    @Override
    public long signs() {
      return 0;
    }

    @Override
    public void suspect(long silentMs, long suspicions) {
      // There is no watch.
    }

    @Override
    public void ringDoorbells() {
      rings.incrementAndGet();
    }

    @Override
    public void rawOutput(int stream, byte[] bytes, int length) {
      texts.get(stream).append(new String(bytes, 0, length, UTF_8));
      raw.append(stream).append(':').append(new String(bytes, 0, length, UTF_8));
    }

    @Override
    public void event(RankEvent event) {
      events.add(event);
    }
  }
}
