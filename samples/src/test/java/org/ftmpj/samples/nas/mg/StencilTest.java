package org.ftmpj.samples.nas.mg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class StencilTest {
  private final Grid in = new Grid(new int[] {4, 4, 4});
  private final Grid out = new Grid(new int[] {4, 4, 4});

  @Test
  void shouldWeighNeighboursByDistance() {
    in.values[in.at(2, 2, 2)] = 1;
    Stencil.LAPLACE.apply(in, new Grid(in.n), 1, out);
    assertThat(out.values[out.at(2, 2, 2)]).isEqualTo(-8.0 / 3);
    assertThat(out.values[out.at(3, 2, 2)]).isZero();
    assertThat(out.values[out.at(2, 1, 3)]).isEqualTo(1.0 / 6);
    assertThat(out.values[out.at(1, 3, 1)]).isEqualTo(1.0 / 12);
    assertThat(out.values[out.at(4, 2, 2)]).isZero();
  }

  @Test
  void shouldAddToTheBaseOrSubtract() {
    in.values[in.at(2, 2, 2)] = 8;
    out.values[out.at(2, 2, 2)] = 1;
    Stencil.SMOOTHER.apply(in, out, 1, out);
    assertThat(out.values[out.at(2, 2, 2)]).isEqualTo(1 - 3.0);
    Stencil.SMOOTHER.apply(in, out, -1, out);
    assertThat(out.values[out.at(2, 2, 2)]).isEqualTo(1);
  }

  @Test
  void shouldMakeNothingOfAConstant() {
    Arrays.fill(in.values, 3);
    Stencil.LAPLACE.apply(in, new Grid(in.n), 1, out);
    assertThat(Math.sqrt(out.sumOfSquares())).isCloseTo(0, within(1e-13));
  }
}
