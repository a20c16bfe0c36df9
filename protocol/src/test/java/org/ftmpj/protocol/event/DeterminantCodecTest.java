package org.ftmpj.protocol.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.ftmpj.protocol.error.FtmpjException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeterminantCodecTest {

  static Determinant[] determinants() {
    return new Determinant[] {
      new Determinant.Match(1, 0, 1),
      new Determinant.Match(Long.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE),
      new Determinant.Probe(300, 7, 128),
      new Determinant.Deliver(5, new int[] {}),
      new Determinant.Deliver(5, new int[] {3, 0, 1_000_000}),
      new Determinant.NotYet(127, 1_000_000_000_000L),
      new Determinant.Value(9, ValueKind.NANO_TIME, Long.MIN_VALUE),
      new Determinant.Turn(5, 3, 1),
      new Determinant.Turn(0, Integer.MAX_VALUE, Long.MAX_VALUE),
      new Determinant.Value(9, ValueKind.WTIME, Double.doubleToRawLongBits(1.5)),
    };
  }

  @ParameterizedTest
  @MethodSource("determinants")
  void shouldReadWhatItWrote(Determinant determinant) {
    assertThat(DeterminantCodec.decode(encoded(determinant))).isEqualTo(determinant);
  }

  @ParameterizedTest
  @MethodSource("determinants")
  void shouldRejectARecordThatEndsTooEarly(Determinant determinant) {
    ByteBuffer whole = encoded(determinant);
    for (int length = 0; length < whole.limit(); length++) {
      ByteBuffer part = whole.duplicate().limit(length);
      assertThatThrownBy(() -> DeterminantCodec.decode(part))
          .isInstanceOf(FtmpjException.class)
          .hasMessageContaining("FTMPJ-1302");
    }
  }

  @ParameterizedTest
  @MethodSource("determinants")
  void shouldRejectARecordThatIsTooLong(Determinant determinant) {
    byte[] bytes = Arrays.copyOf(encoded(determinant).array(), encoded(determinant).limit() + 1);
    assertThatThrownBy(() -> DeterminantCodec.decode(ByteBuffer.wrap(bytes)))
        .hasMessageContaining("FTMPJ-1302");
  }

  @ParameterizedTest
  @ValueSource(ints = {0x00, 0x21, 0xf0})
  void shouldRejectAnotherVersion(int head) {
    assertThatThrownBy(
            () -> DeterminantCodec.decode(ByteBuffer.wrap(new byte[] {(byte) head, 1, 1, 1})))
        .hasMessageContaining("FTMPJ-1303");
  }

  @ParameterizedTest
  @ValueSource(ints = {0x16, 0x1f})
  void shouldRejectAnUnknownKind(int head) {
    assertThatThrownBy(
            () -> DeterminantCodec.decode(ByteBuffer.wrap(new byte[] {(byte) head, 1, 1, 1})))
        .hasMessageContaining("FTMPJ-1302");
  }

  private static ByteBuffer encoded(Determinant determinant) {
    ByteBuffer buffer = ByteBuffer.allocate(DeterminantCodec.maximumLength(determinant));
    DeterminantCodec.encode(determinant, buffer);
    return buffer.flip();
  }
}
