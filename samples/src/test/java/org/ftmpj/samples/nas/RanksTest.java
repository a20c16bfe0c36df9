package org.ftmpj.samples.nas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RanksTest {
  @Test
  void shouldAllowPowersOfTwo() {
    assertThat(allowed(Ranks.powersOfTwo(8))).containsExactly(1, 2, 4, 8);
  }

  @Test
  void shouldAllowSquares() {
    assertThat(allowed(Ranks.squares(16))).containsExactly(1, 4, 9, 16);
  }

  @Test
  void shouldSayOnHowManyRanksAKernelRuns() {
    assertThatThrownBy(() -> Ranks.squares(16).require("BT", 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("BT runs on a square number of ranks, at most 16, not on 2");
  }

  private static int[] allowed(Ranks ranks) {
    return IntStream.rangeClosed(1, 32).filter(number -> allows(ranks, number)).toArray();
  }

  private static boolean allows(Ranks ranks, int number) {
    try {
      ranks.require("X", number);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
