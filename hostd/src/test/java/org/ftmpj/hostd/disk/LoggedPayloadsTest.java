package org.ftmpj.hostd.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.transport.bulk.BulkWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoggedPayloadsTest {
  private static final int LENGTH = 100_000;

  @TempDir Path directory;

  @Test
  void shouldCountWhatAllRanksLog() {
    JobLayout layout = new JobLayout(directory);
    LoggedPayloads payloads = new LoggedPayloads(layout, 3);
    assertThat(payloads.bytes()).isZero();
    try (BulkWriter first = new BulkWriter(layout.bulk(0), 1);
        BulkWriter last = new BulkWriter(layout.bulk(2), 1)) {
      append(first);
      assertThat(payloads.bytes()).isBetween((long) LENGTH, LENGTH * 3 / 2L);
      append(last);
      append(last);
      assertThat(payloads.bytes()).isBetween(3L * LENGTH, LENGTH * 4L);
    }
  }

  private static void append(BulkWriter writer) {
    writer.append(ByteBuffer.allocate(LENGTH), LENGTH, new byte[0], 0);
  }
}
