package org.ftmpj.logger.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.event.EventLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class QuorumEventLogTest {
  private static final Duration SOON = Duration.ofMinutes(1);

  @TempDir private Path directory;
  private SeveralLoggers loggers;

  @BeforeEach
  void start() throws IOException {
    loggers = new SeveralLoggers(directory);
  }

  @AfterEach
  void stop() {
    loggers.close();
  }

  @Test
  void shouldGiveTheNextIncarnationWhatWasStable() throws InterruptedException {
    loggers.enrolAll();
    QuorumEventLog first = loggers.log(1);
    assertThat(history(first)).isEmpty();
    append(first, 1, 500);
    assertThat(first.stable()).isEqualTo(500);
    QuorumEventLog second = loggers.log(2);
    assertThat(history(second)).isEqualTo(numbers(1, 500));
    append(second, 501, 600);
    assertThatThrownBy(() -> append(first, 501, 502))
        .isInstanceOf(FtmpjException.class)
        .satisfies(e -> assertThat(((FtmpjException) e).code()).isEqualTo(ErrorCode.FENCED));
    assertThat(history(loggers.log(3))).isEqualTo(numbers(1, 600));
  }

  @Test
  void shouldFindTheHistoryOfAJobThatIsResumedUnlessAMajorityHasLostIt() throws Exception {
    loggers.enrolAll();
    append(opened(1), 1, 50);
    loggers.stop(1);
    loggers.loseDisk(1);
    loggers.start(1);
    await()
        .untilAsserted(
            () ->
                assertThat(loggers.enrolResumed(SOON))
                    .singleElement()
                    .asString()
                    .contains("has nothing of"));
    assertThat(history(loggers.log(2))).isEqualTo(numbers(1, 50));
    loggers.stop(0);
    loggers.loseDisk(0);
    loggers.start(0);
    assertThatThrownBy(() -> loggers.enrolResumed(SOON))
        .satisfies(e -> assertThat(((FtmpjException) e).code()).isEqualTo(ErrorCode.NOT_RESUMABLE))
        .hasMessageContaining("has nothing of the job, the event logger at ");
    // To be asked has not made it one of the job's.
    assertThatThrownBy(() -> loggers.enrolResumed(SOON)).isInstanceOf(FtmpjException.class);
  }

  private QuorumEventLog opened(int incarnation) {
    QuorumEventLog log = loggers.log(incarnation);
    history(log);
    return log;
  }

  @Test
  void shouldGoOnWhateverBecomesOfAMinority() throws IOException, InterruptedException {
    loggers.enrolAll();
    QuorumEventLog log = loggers.log(1);
    history(log);
    int last = 0;
    int incarnation = 1;
    for (int round = 0; round < 9; round++) {
      int victim = round % 3;
      append(log, last + 1, last + 100);
      loggers.stop(victim);
      append(log, last + 101, last + 200);
      last += 200;
      if (round % 2 == 1) {
        log = loggers.log(++incarnation);
        assertThat(history(log)).isEqualTo(numbers(1, last));
      }
      if (round >= 3) {
        loggers.loseDisk(victim);
      }
      loggers.start(victim);
      awaitAll(log, victim, last);
    }
    assertThat(history(loggers.log(++incarnation))).isEqualTo(numbers(1, last));
  }

  /** Until the one that was away counts again: another one may be away then. */
  private void awaitAll(QuorumEventLog log, int victim, int last) throws InterruptedException {
    while (!log.isBackedBy(victim)) {
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  /** As much as two intervals of checkpoints, whatever was recorded before. */
  @Test
  void shouldKeepWhatIsNeededAndNoMore() throws IOException, InterruptedException {
    loggers.enrolAll();
    QuorumEventLog log = loggers.log(1);
    history(log);
    int interval = 50_000;
    int last = 0;
    int incarnation = 1;
    for (int round = 0; round < 9; round++) {
      int victim = round % 3;
      loggers.stop(victim);
      appendAtOnce(log, last + 1, last + interval);
      last += interval;
      loggers.needed = Math.max(1, last - interval + 1);
      if (round % 2 == 1) {
        // What earlier incarnations have let go is not asked for.
        log = loggers.log(++incarnation);
        assertThat(history(log, (int) loggers.needed))
            .isEqualTo(numbers((int) loggers.needed, last));
      }
      if (round >= 3) {
        loggers.loseDisk(victim);
      }
      loggers.start(victim);
      awaitAll(log, victim, last);
    }
    appendAtOnce(log, last + 1, ++last);
    int whole = last * 30;
    for (int i = 0; i < 3; i++) {
      int logger = i;
      await().until(() -> loggers.bytesOfRecords(logger) < whole / 2);
    }
    assertThat(history(loggers.log(++incarnation), (int) loggers.needed))
        .isEqualTo(numbers((int) loggers.needed, last));
  }

  /**
   * Who reads a lost host's stream knows nothing of what was dropped: the loggers say it, also one
   * that was away when others dropped theirs, or begins with nothing.
   */
  @Test
  void shouldGiveWhatIsNeededToWhoDoesNotKnowWhatWasDropped() throws Exception {
    loggers.enrol(SOON);
    int interval = 50_000;
    int last = 0;
    for (int round = 0; round < 6; round++) {
      int victim = round % 3;
      QuorumEventLog log = loggers.log(2 * round + 1);
      assertKept(log, last);
      appendAtOnce(log, last + 1, last + interval / 2);
      loggers.stop(victim);
      appendAtOnce(log, last + interval / 2 + 1, last + interval);
      last += interval;
      loggers.needed = last - interval / 2;
      for (int i = 1; i < 3; i++) {
        int other = (victim + i) % 3;
        await().until(() -> loggers.bytesOfRecords(other) < 2_000_000);
      }
      if (round >= 3) {
        loggers.loseDisk(victim);
      }
      loggers.needed = 0;
      // Perhaps it comes when the history is read.
      QuorumEventLog next = loggers.log(2 * round + 2);
      CompletableFuture<Void> coming = CompletableFuture.runAsync(() -> loggers.start(victim));
      assertKept(next, last);
      coming.get();
      awaitAll(next, victim, last);
    }
    int dropped = interval;
    assertThatThrownBy(() -> loggers.log(99).history(dropped, record -> {}))
        .satisfies(e -> assertThat(((FtmpjException) e).code()).isEqualTo(ErrorCode.LOG_DROPPED));
  }

  /** The others, of which it has begun to read, were not told, and are away now. */
  @Test
  void shouldGoOnAfterWhatTheOnlyLoggerThatIsLeftHasDropped() throws Exception {
    loggers.enrol(SOON);
    int last = 100_000;
    QuorumEventLog first = opened(1);
    appendAtOnce(first, 1, last);
    for (int i = 0; i < 3; i++) {
      awaitAll(first, i, last);
    }
    first.close();
    for (int i = 0; i < 2; i++) {
      loggers.stop(i);
      loggers.keepDisk(i);
      loggers.start(i);
    }
    QuorumEventLog second = opened(2);
    loggers.needed = last - 40_000;
    await().until(() -> loggers.bytesOfRecords(2) < 2_000_000);
    second.close();
    loggers.needed = 0;
    loggers.stop(2);
    for (int i = 0; i < 2; i++) {
      loggers.stop(i);
      loggers.takeDiskBack(i);
      loggers.start(i);
    }

    List<Integer> kept = new ArrayList<>();
    EventLog.NumberedRecord reader =
        (number, record) -> {
          if (kept.isEmpty()) {
            loggers.stop(0);
            loggers.stop(1);
            loggers.start(2);
          }
          kept.add((int) number);
        };
    assertThat(loggers.log(3).retainedHistory(reader)).isEqualTo(last);
    assertThat(kept).isSorted().doesNotHaveDuplicates().startsWith(1, 2, 3);
    assertThat(kept.size()).isLessThan(last);
    assertThat(new HashSet<>(kept).containsAll(numbers(last - 40_000, last))).isTrue();
  }

  /** One that is damaged counts in no majority, though others have less than it. */
  @Test
  void shouldNotTakeWhatIsDamagedForWhatWasDropped() throws Exception {
    loggers.enrol(SOON);
    int last = 100_000;
    QuorumEventLog first = opened(1);
    appendAtOnce(first, 1, last);
    for (int i = 0; i < 3; i++) {
      // What comes later it would drop only when more is dropped.
      awaitAll(first, i, last);
    }
    loggers.needed = last - 40_000;
    for (int i = 0; i < 3; i++) {
      int logger = i;
      await().until(() -> loggers.bytesOfRecords(logger) < 2_000_000);
    }
    loggers.stop(0);
    loggers.damage(0);
    loggers.start(0);
    loggers.stop(1);
    loggers.needed = 0;
    QuorumEventLog next = loggers.log(2);
    CompletableFuture<Void> reading = CompletableFuture.runAsync(() -> assertKept(next, last));
    await().atMost(SOON).until(() -> !toldOfMajority().isEmpty());
    assertThat(reading.isDone()).isFalse();
    assertThat(toldOfMajority().get(0)).contains("has lost what it had");
    loggers.start(1);
    reading.get();
    awaitAll(next, 0, last);
    loggers.stop(1);
    assertKept(loggers.log(3), last);
  }

  private static void assertKept(QuorumEventLog log, int last) {
    List<Integer> kept = new ArrayList<>();
    assertThat(
            log.retainedHistory(
                (number, record) -> {
                  assertThat((long) record.getInt()).isEqualTo(number);
                  kept.add((int) number);
                }))
        .isEqualTo(last);
    if (last > 0) {
      assertThat(kept).isEqualTo(numbers(last - kept.size() + 1, last));
      assertThat(kept.size()).isBetween(25_000, 50_000);
    }
  }

  private static void appendAtOnce(QuorumEventLog log, int from, int to) {
    for (int i = from; i <= to; i++) {
      log.append(bytes(i));
    }
    log.awaitStable(to);
  }

  @Test
  void shouldWaitForAMajorityAndGoOn() throws Exception {
    loggers.enrolAll();
    QuorumEventLog log = loggers.log(1);
    history(log);
    append(log, 1, 10);
    loggers.stop(0);
    loggers.stop(2);
    log.append(bytes(11));
    CompletableFuture<Void> waits = CompletableFuture.runAsync(() -> log.awaitStable(11));
    loggers.start(2);
    waits.get();
    assertThat(log.stable()).isEqualTo(11);
    assertThat(history(loggers.log(2))).isEqualTo(numbers(1, 11));
  }

  @Test
  void shouldTellOnceThatItWaitsAndThatItGoesOn() throws Exception {
    loggers.enrolAll();
    QuorumEventLog log = loggers.log(1);
    history(log);
    append(log, 1, 10);
    loggers.stop(0);
    loggers.stop(2);
    log.append(bytes(11));
    CompletableFuture<Void> waits = CompletableFuture.runAsync(() -> log.awaitStable(11));
    await().until(() -> !toldOfMajority().isEmpty());
    loggers.start(2);
    waits.get();
    await().until(() -> toldOfMajority().size() > 1);
    assertThat(toldOfMajority())
        .satisfiesExactly(
            waiting -> assertThat(waiting).contains("FTMPJ-1405: 2 of 3 event loggers are missing"),
            goingOn -> assertThat(goingOn).contains("the job goes on"));
  }

  private List<String> toldOfMajority() {
    return loggers.told.stream().filter(text -> text.startsWith("0: ")).toList();
  }

  @Test
  void shouldTellWhichLoggersDoNotKnowANewJob() throws InterruptedException {
    loggers.stop(1);
    assertThat(loggers.enrol(SOON)).hasSize(1);
    QuorumEventLog log = loggers.log(1);
    history(log);
    append(log, 1, 10);
    loggers.start(1);
    append(log, 11, 20);
    loggers.stop(0);
    assertThatThrownBy(
            () -> {
              loggers.stop(1);
              loggers.enrol(Duration.ZERO);
            })
        .isInstanceOf(FtmpjException.class)
        .hasMessageContaining("FTMPJ-1401");
  }

  @Test
  void shouldWaitLongerForALoggerThatIsSlowToAnswer() throws Exception {
    loggers.stop(1);
    loggers.stop(2);
    FutureTask<List<String>> unknowing = new FutureTask<>(() -> loggers.enrol(Duration.ZERO));
    try (ServerSocket slow = loggers.listenInPlaceOf(1)) {
      new Thread(unknowing, "enrolment").start();
      slow.accept();
      slow.accept(); // It has asked once more.
    }
    loggers.start(1);
    assertThat(unknowing.get()).hasSize(1);
  }

  @Test
  void shouldNotTakeOneLoggerForTwo() {
    assertThatThrownBy(loggers::enrolTheFirstTwice)
        .isInstanceOf(FtmpjException.class)
        .hasMessageContaining("FTMPJ-1406")
        .hasMessageContaining("those of number 1 and number 3");
  }

  @Test
  void shouldGoOnIfAStrangerHasTheAddressOfALogger() throws InterruptedException, IOException {
    loggers.enrolAll();
    QuorumEventLog log = loggers.log(1);
    history(log);
    loggers.stop(1);
    loggers.startStranger(1);
    append(log, 1, 10);
    QuorumEventLog next = loggers.log(2);
    assertThat(history(next)).isEqualTo(numbers(1, 10));
    append(next, 11, 20);
    loggers.stop(1);
    loggers.start(1);
    awaitAll(next, 1, 20);
    loggers.stop(0);
    append(next, 21, 30);
  }

  private static List<Integer> history(QuorumEventLog log) {
    return history(log, 1);
  }

  private static List<Integer> history(QuorumEventLog log, int first) {
    List<Integer> all = new ArrayList<>();
    long last = log.history(first, record -> all.add(record.getInt()));
    assertThat(last).isEqualTo(first - 1 + all.size());
    return all;
  }

  private static void append(QuorumEventLog log, int from, int to) {
    for (int i = from; i <= to; i++) {
      assertThat(log.append(bytes(i))).isEqualTo(i);
      if (i % 3 == 0 || i == to) {
        log.awaitStable(i);
      }
    }
  }

  private static ByteBuffer bytes(int number) {
    return ByteBuffer.allocate(Integer.BYTES + number % 50).putInt(0, number);
  }

  private static List<Integer> numbers(int from, int to) {
    List<Integer> all = new ArrayList<>();
    for (int i = from; i <= to; i++) {
      all.add(i);
    }
    return all;
  }
}
