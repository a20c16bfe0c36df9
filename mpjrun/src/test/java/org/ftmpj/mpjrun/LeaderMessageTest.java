package org.ftmpj.mpjrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.hostd.logs.RankEndpoint;
import org.junit.jupiter.api.Test;

class LeaderMessageTest {
  @Test
  void shouldReadWhatWasWritten() {
    for (LeaderMessage message :
        List.of(
            new LeaderMessage.Ended(),
            new LeaderMessage.Over(143, false),
            new LeaderMessage.Over(70, true),
            new LeaderMessage.Logger(new HostPort("10.0.0.1", 4711)),
            new LeaderMessage.Endpoints(
                List.of(new RankEndpoint(3, 1, 40_000), new RankEndpoint(4, 2, 0))))) {
      assertThat(LeaderMessage.decode(ByteBuffer.wrap(message.encode()))).isEqualTo(message);
    }
  }

  @Test
  void shouldRefuseWhatIsNone() {
    for (byte[] bytes :
        List.of(
            new byte[0],
            new byte[] {2},
            new byte[] {1, 1},
            new byte[] {2, 2, 0, 0},
            new byte[] {2, 1, 0},
            new byte[] {2, 9},
            new byte[] {2, 3, 'x'},
            new byte[] {2, 4, 0, 0})) {
      assertThatThrownBy(() -> LeaderMessage.decode(ByteBuffer.wrap(bytes)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
