package org.ftmpj.logger.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.logger.testing.Jvm;
import org.ftmpj.logger.testing.Records;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MappedEventLogTest {
  @TempDir Path parent;
  private Path directory;

  @BeforeEach
  void name() {
    directory = parent.resolve("0");
  }

  @Test
  void shouldBeStableAsSoonAsItIsAppended() {
    try (MappedEventLog log = new MappedEventLog(directory, 1)) {
      assertThat(Records.of(log).count()).isZero();
      assertThat(log.stable()).isZero();
      Records.append(log, 1, 1, 5);
      assertThat(log.stable()).isEqualTo(5);
      log.awaitStable(5);
    }
  }

  @Test
  void shouldMakeNoFilesBeforeTheFirstRecord() {
    try (MappedEventLog log = new MappedEventLog(directory, 1)) {
      assertThatThrownBy(() -> Records.append(log, 1, 1, 1))
          .isInstanceOf(IllegalStateException.class);
      assertThat(Records.of(log).count()).isZero();
      assertThat(directory).doesNotExist();
    }
    try (MappedEventLog log = new MappedEventLog(directory, 2)) {
      assertThat(Records.of(log).count()).isZero();
      Records.append(log, 2, 1, 2);
    }
    assertThat(directory).isNotEmptyDirectory();
    try (MappedEventLog log = new MappedEventLog(directory, 3)) {
      assertThat(Records.of(log).writers()).containsExactly(2, 2);
    }
  }

  @Test
  void shouldGiveTheHistoryOfAllEarlierIncarnations() {
    for (int incarnation = 1; incarnation <= 3; incarnation++) {
      try (MappedEventLog log = new MappedEventLog(directory, incarnation)) {
        int count = Records.of(log).count();
        assertThat(count).isEqualTo(2 * (incarnation - 1));
        assertThat(log.stable()).isEqualTo(count);
        Records.append(log, incarnation, count + 1, count + 2);
      }
    }
    try (MappedEventLog log = new MappedEventLog(directory, 4)) {
      assertThat(Records.of(log).writers()).containsExactly(1, 1, 2, 2, 3, 3);
    }
  }

  @Test
  void shouldGiveTheHistoryFromTheMiddle() {
    try (MappedEventLog log = new MappedEventLog(directory, 1)) {
      Records.of(log);
      Records.append(log, 1, 1, 5);
    }
    int[] left = {3, 0};
    for (int i = 0; i < left.length; i++) {
      try (MappedEventLog log = new MappedEventLog(directory, 2 + i)) {
        assertThat(Records.of(log, 6 - left[i]).count()).isEqualTo(left[i]);
        assertThat(log.stable()).isEqualTo(5);
      }
    }
    try (MappedEventLog log = new MappedEventLog(directory, 4)) {
      assertThat(Records.of(log).count()).isEqualTo(5);
      Records.append(log, 4, 6, 6);
    }
  }

  @Test
  void shouldNotTakeAHistoryThatHasLessThanIsKnown() {
    assertLacksFrom(2, 1);
    try (MappedEventLog log = new MappedEventLog(directory, 1)) {
      Records.of(log);
      Records.append(log, 1, 1, 5);
    }
    assertLacksFrom(7, 2);
  }

  private void assertLacksFrom(long first, int incarnation) {
    try (MappedEventLog log = new MappedEventLog(directory, incarnation)) {
      assertThatThrownBy(() -> Records.of(log, first))
          .satisfies(e -> assertThat(((FtmpjException) e).code()).isEqualTo(ErrorCode.LOG_CORRUPT));
    }
  }

  @Test
  void shouldNotLetAnOldIncarnationIn() {
    MappedEventLog old = new MappedEventLog(directory, 1);
    Records.of(old);
    try (MappedEventLog log = new MappedEventLog(directory, 2)) {
      Records.of(log);
      Records.append(log, 2, 1, 1);
    }
    assertThatThrownBy(() -> Records.append(old, 1, 1, 1))
        .satisfies(e -> assertThat(((FtmpjException) e).code()).isEqualTo(ErrorCode.FENCED));
    for (int incarnation = 1; incarnation <= 2; incarnation++) {
      try (MappedEventLog log = new MappedEventLog(directory, incarnation)) {
        assertThatThrownBy(() -> Records.of(log))
            .satisfies(e -> assertThat(((FtmpjException) e).code()).isEqualTo(ErrorCode.FENCED));
      }
    }
  }

  @Test
  void shouldKeepWhatAProcessAppendedThatIsKilled() throws Exception {
    long seed = Long.getLong("test.seed", System.nanoTime());
    Random random = new Random(seed);
    long before = 0;
    for (int incarnation = 1; incarnation <= 3; incarnation++) {
      long stable = appendAndKill(incarnation, before + 1 + random.nextInt(20_000));
      before = stable;
    }
    try (MappedEventLog log = new MappedEventLog(directory, 4)) {
      assertThat((long) Records.of(log).count())
          .as("-Dtest.seed=" + seed)
          .isGreaterThanOrEqualTo(before);
    }
  }

  private long appendAndKill(int incarnation, long until) throws Exception {
    Process process =
        Jvm.of(Appender.class, directory.toString(), Integer.toString(incarnation)).start();
    long stable = 0;
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))) {
      while (stable < until) {
        stable = Long.parseLong(reader.readLine());
      }
      Jvm.kill(process);
    } finally {
      process.destroyForcibly();
    }
    return stable;
  }
}
