package org.ftmpj.samples.nas.lu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.ftmpj.samples.nas.cfd.Axis;
import org.ftmpj.samples.nas.cfd.Gas;
import org.junit.jupiter.api.Test;

class DiagonalTest {
  private static final double TIME_STEP = 0.5;

  @Test
  void shouldSolveWithTheBlockMadeOfTheViscousDerivatives() {
    Axis[] axes = {axis(0, 12), axis(1, 33), axis(2, 7)};
    double[] u = {1.3, 0.7, -0.4, 0.9, 5.1};
    double[] right = {0.2, -0.5, 0.3, 0.8, -0.6};
    double[] solution = right.clone();
    new Diagonal(axes, TIME_STEP).solve(u, 0, solution, 0);

    double[] product = solution.clone();
    for (Axis axis : axes) {
      double factor = 2 * TIME_STEP / (axis.spacing() * axis.spacing());
      Gas.addViscousDerivative(u, 0, axis.number(), solution, 0, factor, product);
      for (int m = 0; m < product.length; m++) {
        product[m] += factor * axis.diffusion() * solution[m];
      }
    }
    assertThat(product).containsExactly(right, within(1e-12));
  }

  private static Axis axis(int number, int points) {
    return new Axis(number, points, points, 0, 1);
  }
}
