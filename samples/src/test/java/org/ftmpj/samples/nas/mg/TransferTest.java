package org.ftmpj.samples.nas.mg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TransferTest {
  private final Grid coarse = new Grid(new int[] {2, 2, 2});
  private final Grid fine = new Grid(new int[] {4, 4, 4});

  @Test
  void shouldRestrictAPointToItsMeanWeight() {
    fine.values[fine.at(2, 2, 2)] = 16;
    fine.values[fine.at(3, 2, 2)] = 16;
    Transfer.restrict(fine, coarse);
    assertThat(coarse.values[coarse.at(1, 1, 1)]).isEqualTo(8 + 4);
    assertThat(coarse.values[coarse.at(2, 1, 1)]).isEqualTo(4);
    assertThat(coarse.values[coarse.at(1, 2, 1)]).isZero();
  }

  @Test
  void shouldRestrictAConstantToFourTimesIt() {
    Arrays.fill(fine.values, 1);
    Transfer.restrict(fine, coarse);
    assertThat(coarse.values[coarse.at(2, 2, 2)]).isEqualTo(4);
  }

  @Test
  void shouldInterpolateLinearFunctionsExactlyUpToTheLayerAround() {
    set(coarse, 2);
    Transfer.interpolate(coarse, fine);
    Grid expected = new Grid(fine.n);
    set(expected, 1);
    assertThat(fine.values).containsExactly(expected.values, within(1e-12));
  }

  private static void set(Grid grid, int width) {
    for (int k = 0; k <= grid.n[2] + 1; k++) {
      for (int j = 0; j <= grid.n[1] + 1; j++) {
        for (int i = 0; i <= grid.n[0] + 1; i++) {
          grid.values[grid.at(i, j, k)] = 1 + width * (i + 3 * j - 2 * k);
        }
      }
    }
  }
}
