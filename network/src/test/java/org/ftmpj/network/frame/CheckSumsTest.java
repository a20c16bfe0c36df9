package org.ftmpj.network.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.ftmpj.common.config.CheckSum;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CheckSumsTest {
  @Test
  void shouldBeTheCrcOfTheStandard() {
    ByteBuffer digits = ByteBuffer.wrap("123456789".getBytes(StandardCharsets.US_ASCII));
    assertThat(CheckSums.of(CheckSum.CRC32C, digits)).isEqualTo(0xE3069283L);
    assertThat(digits.position()).isZero();
  }

  @Test
  void shouldNotOverflowInTheSumsOfFletcher() {
    byte[] worst = new byte[Frame.MOST];
    Arrays.fill(worst, (byte) 0xFF);
    worst[7] = 0;
    assertThat(CheckSums.of(CheckSum.FLETCHER64, ByteBuffer.wrap(worst)))
        .isEqualTo(fletcher(worst));
  }

  /** By its definition, with numbers that cannot overflow. */
  private static long fletcher(byte[] bytes) {
    BigInteger modulus = BigInteger.ONE.shiftLeft(32).subtract(BigInteger.ONE);
    ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    BigInteger first = BigInteger.valueOf(bytes.length);
    BigInteger second = first;
    while (words.hasRemaining()) {
      first = first.add(BigInteger.valueOf(Integer.toUnsignedLong(words.getInt())));
      second = second.add(first);
    }
    // What follows the last whole word is a word of zeros here.
    second = second.add(first);
    return second.mod(modulus).longValue() << 32 | first.mod(modulus).longValue();
  }

  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void shouldNoticeEachBitThatIsFlippedAndZerosThatAreAddedAtTheEnd(CheckSum kind) {
    byte[] bytes = new byte[41];
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) random.nextInt();
    }
    long sum = CheckSums.of(kind, ByteBuffer.wrap(bytes));
    for (int bit = 0; bit < 8 * bytes.length; bit++) {
      byte[] flipped = bytes.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      assertThat(CheckSums.of(kind, ByteBuffer.wrap(flipped))).isNotEqualTo(sum);
    }
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    assertThat(CheckSums.of(kind, ByteBuffer.wrap(longer))).isNotEqualTo(sum);
  }

  @ParameterizedTest
  @EnumSource
  void shouldBeTheSameWhereverTheBytesAre(CheckSum kind) {
    ByteBuffer direct = ByteBuffer.allocateDirect(109);
    ByteBuffer heap = ByteBuffer.allocate(101);
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 101; i++) {
      byte value = (byte) random.nextInt();
      heap.put(i, value);
      direct.put(i + 3, value);
    }
    assertThat(CheckSums.of(kind, direct.slice(3, 101))).isEqualTo(CheckSums.of(kind, heap));
  }
}
