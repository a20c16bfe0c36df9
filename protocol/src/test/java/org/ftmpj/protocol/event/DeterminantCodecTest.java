package org.ftmpj.protocol.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ftmpj.common.error.FtmpjException;
import org.junit.jupiter.api.Test;
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
      new Determinant.Deliver(5, new int[] {2_000_000}),
      new Determinant.Deliver(5, new int[] {3, 0, 1_000_000}),
      new Determinant.NotYet(127, 1_000_000_000_000L),
      new Determinant.Value(9, ValueKind.NANO_TIME, Long.MIN_VALUE),
      new Determinant.Turn(5, 3, 1),
      new Determinant.Turn(0, Integer.MAX_VALUE, Long.MAX_VALUE),
      new Determinant.Value(10, ValueKind.NANO_TIME, Long.MAX_VALUE),
      new Determinant.Value(11, ValueKind.NANO_TIME, -1, 1_000_000),
      new Determinant.Value(9, ValueKind.WTIME, Double.doubleToRawLongBits(1.5)),
      new Determinant.Data(14, ValueKind.UUID, new byte[16]),
      new Determinant.Data(15, ValueKind.ENVIRONMENT, new byte[] {}),
      new Determinant.Data(16, ValueKind.SECURE_RANDOM, new byte[100_000]),
    };
  }

  @ParameterizedTest
  @MethodSource("determinants")
  void shouldReadWhatItWrote(Determinant determinant) {
    assertThat(decoded(encoded(determinant))).containsExactly(determinant);
  }

  @Test
  void shouldReadARecordOfSeveral() {
    assertThat(decoded(encoded(determinants()))).containsExactly(determinants());
  }

  @Test
  void shouldCollectOneRecordAfterTheOther() {
    DeterminantCodec codec = new DeterminantCodec();
    assertThat(codec.length()).isZero();
    for (Determinant determinant : determinants()) {
      codec.add(determinant);
      assertThat(codec.length()).isPositive();
      assertThat(decoded(codec.take())).containsExactly(determinant);
      assertThat(codec.length()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("determinants")
  void shouldRejectARecordThatEndsTooEarly(Determinant determinant) {
    ByteBuffer whole = encoded(determinant);
    for (int length = 0; length < Math.min(whole.limit(), 50); length++) {
      ByteBuffer part = whole.duplicate().limit(length);
      assertThatThrownBy(() -> decoded(part))
          .isInstanceOf(FtmpjException.class)
          .hasMessageContaining("FTMPJ-1302");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0x00, 0x11, 0xf0})
  void shouldRejectAnotherVersion(int head) {
    assertThatThrownBy(() -> decoded(ByteBuffer.wrap(new byte[] {(byte) head, 1, 1, 1})))
        .hasMessageContaining("FTMPJ-1303");
  }

  /** Kind, run of none, kind of value, request out of range, number of eleven bytes. */
  @Test
  void shouldRejectWhatCannotHaveBeenWritten() {
    byte[][] records = {
      {0x20, 0x19},
      {0x20, 0x1f},
      {0x21, 0x10, 1, 1},
      {0x20, 0x13, 0},
      {0x20, 0x14, 99, 0},
      {0x20, 0x15, 0, 0, 0},
      {0x20, 0x12, 9, 1},
      {0x20, 0x16, 0, 9, 1},
      {0x20, 0x17, -1, -1, -1, -1, -1, 1},
      {0x20, 0x10, 0, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1},
    };
    for (byte[] record : records) {
      assertThatThrownBy(() -> decoded(ByteBuffer.wrap(record)))
          .as(Arrays.toString(record))
          .hasMessageContaining("FTMPJ-1302");
    }
  }

  @Test
  void shouldTakeFewBytesForAClockThatIsPolled() {
    DeterminantCodec codec = new DeterminantCodec();
    long nanoTime = 987_654_321_987_654L;
    for (int i = 0; i < 1000; i++) {
      codec.add(new Determinant.Value(1_000_000 + i, ValueKind.NANO_TIME, nanoTime));
      nanoTime += 500 + i % 7 * 100;
    }
    assertThat(codec.length()).isLessThan(1000 * 5);
  }

  private static ByteBuffer encoded(Determinant... determinants) {
    DeterminantCodec codec = new DeterminantCodec();
    Arrays.stream(determinants).forEach(codec::add);
    return codec.take();
  }

  private static List<Determinant> decoded(ByteBuffer record) {
    List<Determinant> determinants = new ArrayList<>();
    DeterminantCodec.decode(record, determinants::add);
    return determinants;
  }
}
