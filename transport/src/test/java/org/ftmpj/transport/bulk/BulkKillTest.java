package org.ftmpj.transport.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.transport.Child;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Memory is used again, segments are begun and removed, and at any moment the writer is killed. */
@Timeout(300)
class BulkKillTest {
  private static final int KILLS = 8;
  private static final int PIECE = 1 << 20;

  @TempDir Path temporary;

  @Test
  void shouldKeepWhatIsNeededHoweverOftenTheWriterIsKilled() throws Exception {
    long seed = Long.getLong("seed", System.nanoTime());
    System.out.println("BulkKillTest: -Dseed=" + seed);
    Random random = new Random(seed);
    Path directory = temporary.resolve("log");
    long end = 0;
    for (int kill = 0; kill < KILLS; kill++) {
      end = kill(directory, end + random.nextInt(80 << 20), kill % 2 == 0 ? 0 : 5);
      try (BulkReader reader = new BulkReader(directory)) {
        check(reader, Math.max(0, end - KilledBulkWriter.NEEDED), end);
      }
    }
    if (end < 4L * BulkLog.SEGMENT) {
      end = kill(directory, 4L * BulkLog.SEGMENT, 0);
    }
    try (BulkReader reader = new BulkReader(directory)) {
      check(reader, end - KilledBulkWriter.NEEDED, end);
      assertThatThrownBy(() -> check(reader, 0, PIECE))
          .isInstanceOf(FtmpjException.class)
          .extracting("code")
          .isEqualTo(ErrorCode.LOG_CORRUPT);
    }
    assertThat(segments(directory)).isBetween(1L, KilledBulkWriter.NEEDED / BulkLog.SEGMENT + 2);
  }

  /** Kills a writer when the log has come to some position, and tells to which it has come then. */
  private static long kill(Path directory, long when, int percent) throws IOException {
    try (BulkReader reader = new BulkReader(directory)) {
      try (Child writer = Child.start(KilledBulkWriter.class, directory, percent)) {
        while (reader.written() < when || reader.written() == 0) {
          assertThat(writer.isAlive()).isTrue();
        }
      }
      return reader.written();
    }
  }

  private static void check(BulkReader reader, long from, long end) {
    byte[] read = new byte[PIECE];
    // Whole words: the last piece may have been cut off anywhere.
    for (long at = from / 8 * 8; at < end / 8 * 8; at += PIECE) {
      int length = (int) Math.min(PIECE, end / 8 * 8 - at);
      reader.read(false, at, read, 0, length, new CRC32C());
      byte[] expected = KilledBulkWriter.content(at, length);
      assertThat(Arrays.equals(read, 0, length, expected, 0, length)).as("at %d", at).isTrue();
    }
  }

  private static long segments(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.getFileName().toString().startsWith("older-")).count();
    }
  }
}
