package org.ftmpj.mpjrun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import org.ftmpj.common.config.HostPort;
import org.junit.jupiter.api.Test;

class LeaderMessageTest {
  @Test
  void shouldReadWhatWasWritten() {
    for (LeaderMessage message :
        List.of(
            new LeaderMessage.Ended(),
            new LeaderMessage.Over(143, false),
            new LeaderMessage.Over(70, true),
            new LeaderMessage.Logger(new HostPort("10.0.0.1", 4711)))) {
      assertThat(LeaderMessage.decode(ByteBuffer.wrap(message.encode()))).isEqualTo(message);
    }
  }

  @Test
  void shouldRefuseWhatIsNone() {
    for (byte[] bytes :
        List.of(
            new byte[0],
            new byte[] {1},
            new byte[] {2, 1},
            new byte[] {1, 2, 0, 0},
            new byte[] {1, 1, 0},
            new byte[] {1, 9},
            new byte[] {1, 3, 'x'})) {
      assertThatThrownBy(() -> LeaderMessage.decode(ByteBuffer.wrap(bytes)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
