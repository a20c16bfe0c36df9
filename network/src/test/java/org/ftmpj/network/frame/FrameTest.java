package org.ftmpj.network.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameTest {
  private static final Frame FRAME =
      new Frame(FrameType.DATA, 255, 1, -7, 1L << 40, 8, 7, 6, 5, 0xFFFF_FFFFL, 4711, 5);

  @Test
  void shouldComeAsItWasSentFromAnyPlaceOfABuffer() throws MalformedFrame {
    ByteBuffer bytes = ByteBuffer.allocate(3 + Frame.HEADER).position(1);
    FRAME.encode(bytes, 3);
    assertThat(Frame.decode(bytes, 3)).isEqualTo(FRAME);
    assertThat(bytes.position()).isEqualTo(1);
    assertThat(bytes.order()).isEqualTo(ByteOrder.BIG_ENDIAN);
  }

  @Test
  void shouldNoticeEveryBitThatIsFlipped() {
    for (int bit = 0; bit < 8 * Frame.HEADER; bit++) {
      ByteBuffer bytes = ByteBuffer.allocate(Frame.HEADER);
      FRAME.encode(bytes, 0);
      bytes.put(bit / 8, (byte) (bytes.get(bit / 8) ^ 1 << bit % 8));
      assertThatThrownBy(() -> Frame.decode(bytes, 0)).isInstanceOf(MalformedFrame.class);
    }
  }

  @ParameterizedTest
  @CsvSource({"4, 4", "4, -1", "7, 1", "67, -1", "66, 2"})
  void shouldRefuseAnUnknownTypeAndALengthThatIsNone(int at, byte value) {
    ByteBuffer bytes = ByteBuffer.allocate(Frame.HEADER).order(ByteOrder.LITTLE_ENDIAN);
    FRAME.encode(bytes, 0);
    bytes.put(at, value);
    CRC32C crc = new CRC32C();
    crc.update(bytes.array(), 0, Frame.HEADER - Integer.BYTES);
    bytes.putInt(Frame.HEADER - Integer.BYTES, (int) crc.getValue());
    assertThatThrownBy(() -> Frame.decode(bytes, 0))
        .isInstanceOf(MalformedFrame.class)
        .hasMessageContaining("A frame of type");
  }

  @Test
  void shouldTellWhatIsMissing() throws MalformedFrame {
    Missing missing =
        new Missing(List.of(new Missing.Range(3, 3), new Missing.Range(5, Long.MAX_VALUE)));
    ByteBuffer bytes = ByteBuffer.allocate(missing.length());
    missing.encode(bytes);
    assertThat(Missing.decode(bytes.flip())).isEqualTo(missing);
    assertThatThrownBy(() -> Missing.decode(ByteBuffer.allocate(17)))
        .isInstanceOf(MalformedFrame.class);
    assertThatThrownBy(() -> Missing.decode(ByteBuffer.allocate(16 * (Missing.MOST + 1))))
        .isInstanceOf(MalformedFrame.class);
  }
}
