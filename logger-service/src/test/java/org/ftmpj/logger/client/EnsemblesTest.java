package org.ftmpj.logger.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.event.EventLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two ensembles of three event loggers: 0 to 2 are those of even ranks, 3 to 5 of odd ones. */
@Timeout(300)
class EnsemblesTest {
  private static final Duration SOON = Duration.ofMinutes(1);

  @TempDir private Path directory;
  private SeveralLoggers loggers;

  @BeforeEach
  void start() throws IOException {
    loggers = new SeveralLoggers(directory, 2);
  }

  @AfterEach
  void stop() {
    loggers.close();
  }

  @Test
  void shouldHaveEachRankInItsOwnEnsembleWhichMayLoseItsMinority() throws Exception {
    loggers.enrolAll();
    EventLog even = loggers.log(0, 1);
    EventLog odd = loggers.log(1, 1);
    assertThat(even.history(1, record -> {})).isZero();
    assertThat(odd.history(1, record -> {})).isZero();
    append(even, 1);
    append(odd, 1);
    loggers.stop(1);
    loggers.stop(5);
    append(even, 2);
    append(odd, 2);
    append(odd, 3);
    assertThat(loggers.log(0, 2).history(1, record -> {})).isEqualTo(2);
    assertThat(loggers.log(1, 2).history(1, record -> {})).isEqualTo(3);
    assertThat(loggers.stored(0)).anyMatch(isOf(0)).noneMatch(isOf(1));
    assertThat(loggers.stored(4)).anyMatch(isOf(1)).noneMatch(isOf(0));
  }

  @Test
  void shouldHoldUpOnlyTheRanksWhoseEnsembleHasNoMajority() throws Exception {
    loggers.enrolAll();
    EventLog even = loggers.log(0, 1);
    EventLog odd = loggers.log(1, 1);
    even.history(1, record -> {});
    odd.history(1, record -> {});
    loggers.stop(3);
    loggers.stop(5);
    odd.append(record());
    CompletableFuture<Void> waits = CompletableFuture.runAsync(() -> odd.awaitStable(1));
    await().until(() -> isTold("-1: FTMPJ-1405: 2 of 3 event loggers are missing: "));
    append(even, 1);
    assertThat(waits).isNotDone();
    loggers.start(5);
    waits.get();
    await().until(() -> isTold("-1: the job goes on"));
    await().until(() -> isTold("4: the event logger at "));
    assertThat(loggers.told).noneMatch(text -> text.matches("[0-3]: .*"));
  }

  @Test
  void shouldBeginOnlyIfEachEnsembleHasAMajority() throws Exception {
    loggers.stop(1);
    loggers.stop(3);
    assertThat(loggers.enrol(SOON)).hasSize(2);
    loggers.stop(4);
    assertThatThrownBy(() -> loggers.enrol(Duration.ZERO))
        .isInstanceOf(FtmpjException.class)
        .hasMessageContaining("FTMPJ-1401")
        .hasMessageContaining("A majority of 3 event loggers is needed");
  }

  @Test
  void shouldNotTakeOneLoggerForTwoInDifferentEnsembles() {
    assertThatThrownBy(loggers::enrolTheFirstTwice)
        .isInstanceOf(FtmpjException.class)
        .hasMessageContaining("FTMPJ-1406")
        .hasMessageContaining("those of number 1 and number 6");
  }

  private static Predicate<String> isOf(int rank) {
    return file -> file.matches(rank + "\\b.*");
  }

  private boolean isTold(String beginning) {
    return loggers.told.stream().anyMatch(text -> text.startsWith(beginning));
  }

  private static void append(EventLog log, int number) {
    assertThat(log.append(record())).isEqualTo(number);
    log.awaitStable(number);
  }

  private static ByteBuffer record() {
    return ByteBuffer.allocate(20);
  }
}
