package org.ftmpj.transport.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.transport.Child;
import org.ftmpj.transport.Examples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Memory is used again, segments are begun and removed, and at any moment the writer is killed. */
@Timeout(300)
class BulkKillTest {
  private static final int KILLS = 5;
  private static final int PIECE = 1 << 20;

  @TempDir Path temporary;
  private int incarnation;

  @Test
  void shouldKeepWhatIsNeededHoweverOftenTheWriterIsKilled() throws Exception {
    Random random = Examples.random("BulkKillTest");
    Path directory = temporary.resolve("log");
    long end = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      end = kill(directory, end + random.nextInt(80 << 20), kill % 2 == 0 ? 0 : 5);
      try (BulkReader reader = new BulkReader(directory)) {
        KilledBulkWriter.check(reader, Math.max(0, end - KilledBulkWriter.NEEDED), end);
      }
    }
    if (end < 4L * BulkLog.SEGMENT) {
      end = kill(directory, 4L * BulkLog.SEGMENT, 0);
    }
    try (BulkReader reader = new BulkReader(directory)) {
      KilledBulkWriter.check(reader, end - KilledBulkWriter.NEEDED, end);
      assertThatThrownBy(() -> KilledBulkWriter.check(reader, 0, PIECE))
          .isInstanceOf(FtmpjException.class)
          .extracting("code")
          .isEqualTo(ErrorCode.LOG_CORRUPT);
    }
    assertThat(segments(directory)).isBetween(1L, KilledBulkWriter.NEEDED / BulkLog.SEGMENT + 2);
  }

  /** Kills a writer when the log has come to some position, and tells to which it has come then. */
  private long kill(Path directory, long when, int percent) throws IOException {
    try (BulkReader reader = new BulkReader(directory)) {
      try (Child writer =
          Child.start(KilledBulkWriter.class, directory, ++incarnation, percent, Long.MAX_VALUE)) {
        while (reader.written() < when || reader.written() == 0) {
          assertThat(writer.isAlive()).isTrue();
        }
      }
      return reader.written();
    }
  }

  private static long segments(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.getFileName().toString().startsWith("older-")).count();
    }
  }
}
