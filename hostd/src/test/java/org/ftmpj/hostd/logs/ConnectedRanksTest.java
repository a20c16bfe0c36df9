package org.ftmpj.hostd.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.Placement;
import org.ftmpj.transport.control.ControlBlock;
import org.ftmpj.transport.journal.RetainedPositions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectedRanksTest {
  private static final Placement PLACEMENT = new Placement(List.of(1, 2, 4));

  @TempDir Path directory;

  @Test
  void shouldEnterRemoteRanksAndRefuseRecords() {
    JobLayout layout = new JobLayout(directory);
    ControlBlock control = ControlBlock.create(layout.control(), PLACEMENT.size());
    try (ChannelLogs logs = ChannelLogs.ofConnectedRanks(layout, PLACEMENT, 1)) {
      assertThat(logs.hosts()).containsExactly(2, 4);
      assertThat(control.isRemote(0)).isFalse();
      assertThat(control.isRemote(1)).isTrue();
      assertThat(control.isRemote(2)).isTrue();
      control.ringAll();
      RetainedPositions.findToWrite(layout.arrived(2), PLACEMENT.size()).raiseReceived(0, 5);
      assertThat(layout.arrived(0)).doesNotExist();
      logs.start(EdgeGate.OPEN, List.of());
      assertThat(logs.taken()).isEmpty();
      assertThatThrownBy(() -> logs.receiverOf(2).accept(ByteBuffer.allocate(64)))
          .isInstanceOfSatisfying(
              FtmpjException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LOG_CORRUPT));
    }
    ChannelLogs.ofConnectedRanks(layout, PLACEMENT, 1).close();
    assertThat(RetainedPositions.find(layout.arrived(2), PLACEMENT.size()).received(0))
        .as("the receiver's host has them still when the job is resumed")
        .isEqualTo(5);
  }
}
