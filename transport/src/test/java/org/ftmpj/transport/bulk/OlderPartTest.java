package org.ftmpj.transport.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OlderPartTest {
  @TempDir Path directory;

  @Test
  void shouldWriteChunksOneBehindTheOther() throws IOException {
    Path file = directory.resolve("recent");
    RecentPart.create(file);
    writesTwo(RecentPart.open(file, 0).chunk(BulkLog.CHUNK));
  }

  /** As where a file system has larger blocks, or no direct transfers. */
  @Test
  void shouldWriteThroughThePageCacheWhatCannotBeTransferredDirectly() throws IOException {
    ByteBuffer unaligned = ByteBuffer.allocateDirect(BulkLog.CHUNK + 8);
    int offset = unaligned.alignmentOffset(0, 512) == 0 ? 1 : 0;
    writesTwo(unaligned.slice(offset, BulkLog.CHUNK));
  }

  private void writesTwo(ByteBuffer chunk) throws IOException {
    Path file = directory.resolve("older");
    Files.write(file, new byte[0]);
    byte[] bytes = new byte[2 * BulkLog.CHUNK];
    new Random(7).nextBytes(bytes);
    try (OlderPart older = new OlderPart(file)) {
      for (int i = 0; i < 2; i++) {
        chunk.clear().put(0, bytes, i * BulkLog.CHUNK, BulkLog.CHUNK);
        older.write(chunk, (long) i * BulkLog.CHUNK);
        assertThat(chunk.hasRemaining()).isFalse();
      }
    }
    assertThat(Arrays.equals(Files.readAllBytes(file), bytes)).isTrue();
  }
}
