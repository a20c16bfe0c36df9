package org.ftmpj.samples.nas;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class Random46Test {
  private static final long SEED = 314_159_265L;

  @Test
  void shouldMultiplyModulo46Bits() {
    BigInteger modulus = BigInteger.ONE.shiftLeft(46);
    BigInteger multiplier = BigInteger.valueOf(5).pow(13);
    BigInteger expected = BigInteger.valueOf(SEED);
    Random46 random = new Random46(SEED);
    for (int i = 0; i < 1000; i++) {
      expected = expected.multiply(multiplier).mod(modulus);
      assertThat(random.next()).isEqualTo(expected.doubleValue() / modulus.doubleValue());
    }
  }

  @Test
  void shouldSkipAsManyNumbersAsItIsTold() {
    for (int count : new int[] {0, 1, 2, 3, 17, 1000}) {
      Random46 stepping = new Random46(SEED);
      for (int i = 0; i < count; i++) {
        stepping.next();
      }
      assertThat(new Random46(SEED).skip(count).next()).isEqualTo(stepping.next());
    }
  }

  @Test
  void shouldSkipTheSameAtOnceAsInParts() {
    long far = 1L << 40;
    double parts = new Random46(SEED).skip(far - 5).skip(5).next();
    assertThat(new Random46(SEED).skip(far).next()).isEqualTo(parts);
  }
}
