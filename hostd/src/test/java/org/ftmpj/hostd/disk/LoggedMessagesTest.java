package org.ftmpj.hostd.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.secret.Seal;
import org.ftmpj.transport.bulk.BulkWriter;
import org.ftmpj.transport.control.ControlBlock;
import org.ftmpj.transport.direct.RankAddresses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoggedMessagesTest {
  private static final int LENGTH = 100_000;

  @TempDir Path directory;

  @Test
  void shouldCountWhatAllRanksLog() {
    JobLayout layout = new JobLayout(directory);
    ControlBlock control = ControlBlock.create(layout.control(), 3);
    LoggedMessages messages = new LoggedMessages(layout, control, 3);
    assertThat(messages.bytes()).isZero();
    try (BulkWriter first = new BulkWriter(layout.bulk(0), 1);
        BulkWriter last = new BulkWriter(layout.bulk(2), 1)) {
      append(first);
      assertThat(messages.bytes()).isBetween((long) LENGTH, LENGTH * 3 / 2L);
      append(last);
      append(last);
      assertThat(messages.bytes()).isBetween(3L * LENGTH, LENGTH * 4L);
    }
    long large = messages.bytes();
    control.logged(1, 7);
    control.logged(1, 8);
    assertThat(messages.bytes()).as("small ones are in the channel logs").isEqualTo(large + 15);
  }

  @Test
  void shouldCountWhatConnectedRanksReceive() {
    JobLayout layout = new JobLayout(directory);
    ControlBlock control = ControlBlock.create(layout.control(), 3);
    new RankAddresses(Seal.AES, "10.0.0.1", Map.of(2, "10.0.0.2")).write(layout);
    LoggedMessages messages = new LoggedMessages(layout, control, 3);
    try (BulkWriter received = new BulkWriter(layout.bulk(2, 1), 1)) {
      append(received);
      assertThat(messages.bytes()).isBetween((long) LENGTH, LENGTH * 3 / 2L);
    }
  }

  private static void append(BulkWriter writer) {
    writer.append(ByteBuffer.allocate(LENGTH), LENGTH, new byte[0], 0);
  }
}
