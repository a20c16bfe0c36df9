package org.ftmpj.transport.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;
import org.ftmpj.common.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BulkArchiveTest {
  @TempDir Path directory;

  @Test
  void shouldWriteChunksOneBehindTheOther() throws IOException {
    BulkLog log = new BulkLog(directory.resolve("other"));
    log.create();
    BulkMemory recent = new BulkMemory(log, BulkState.open(log.state(), false));
    assertThat(recent.enter(0)).isTrue();
    recent.allocate(BulkLog.SLOT);
    writesTwo(recent.chunk(BulkLog.CHUNK));
  }

  @Test
  void shouldKnowTheOptionOfDirectTransfers() {
    assertThat(DirectTransfer.OPTION).hasToString("Optional[DIRECT]");
  }

  /** As where a file system has larger blocks, or no direct transfers. */
  @Test
  void shouldWriteThroughThePageCacheWhatCannotBeTransferredDirectly() throws IOException {
    ByteBuffer unaligned = ByteBuffer.allocateDirect(BulkLog.CHUNK + 8);
    int offset = unaligned.alignmentOffset(0, 512) == 0 ? 1 : 0;
    writesTwo(unaligned.slice(offset, BulkLog.CHUNK));
  }

  private void writesTwo(ByteBuffer chunk) throws IOException {
    BulkLog log = new BulkLog(directory.resolve("log"));
    log.create();
    byte[] bytes = new byte[2 * BulkLog.CHUNK];
    new Random(7).nextBytes(bytes);
    // At the end of one segment and at the beginning of the next.
    OlderSegment.create(log.older(0), 0, 1);
    long position = BulkLog.SEGMENT - BulkLog.CHUNK;
    try (BulkArchive older = new BulkArchive(log, BulkState.open(log.state(), false), 1)) {
      for (int i = 0; i < 2; i++) {
        chunk.clear().put(0, bytes, i * BulkLog.CHUNK, BulkLog.CHUNK);
        older.write(chunk, position + (long) i * BulkLog.CHUNK, false);
        assertThat(chunk.hasRemaining()).isFalse();
      }
    }
    byte[] found = new byte[2 * BulkLog.CHUNK];
    read(log, position, found, 0);
    read(log, BulkLog.SEGMENT, found, BulkLog.CHUNK);
    assertThat(Arrays.equals(found, bytes)).isTrue();
  }

  private static void read(BulkLog log, long position, byte[] to, int at) throws IOException {
    long number = OlderSegment.number(position);
    ByteBuffer chunk = ByteBuffer.wrap(to, at, BulkLog.CHUNK);
    try (FileChannel file =
        OlderSegment.open(log.older(number), number, 1, StandardOpenOption.READ)) {
      OlderSegment.readFully(file, chunk, OlderSegment.inFile(position));
    }
  }

  @Test
  void shouldNotBelieveASegmentThatAFencedWriterHasBegun() throws IOException {
    BulkLog log = new BulkLog(directory.resolve("fenced"));
    log.create();
    BulkState state = BulkState.open(log.state(), false);
    state.fence(1, log.state());
    OlderSegment.create(log.older(0), 0, 1);
    state.written(BulkLog.SEGMENT);
    state.archive(BulkLog.CHUNK);
    state.fence(3, log.state());
    OlderSegment.create(log.older(1), 1, 2);
    OlderSegment.open(log.older(0), 0, state.leastEpoch(0), StandardOpenOption.READ).close();
    long least = state.leastEpoch(BulkLog.SEGMENT);
    assertThatThrownBy(
            () -> OlderSegment.open(log.older(1), 1, least, StandardOpenOption.READ).close())
        .hasMessageContaining("incarnation 2, which incarnation 3 had fenced")
        .extracting("code")
        .isEqualTo(ErrorCode.LOG_CORRUPT);
    assertThatThrownBy(() -> state.fence(2, log.state()))
        .extracting("code")
        .isEqualTo(ErrorCode.FENCED);
  }
}
