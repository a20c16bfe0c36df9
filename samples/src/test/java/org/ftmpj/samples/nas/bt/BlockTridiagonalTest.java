package org.ftmpj.samples.nas.bt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.ftmpj.samples.nas.adi.TestLine;
import org.ftmpj.samples.nas.cfd.Axis;
import org.ftmpj.samples.nas.cfd.Gas;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockTridiagonalTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void shouldSolveWithTheFactorMadeOfTheDerivativesOfTheFluxes(int number) {
    TestLine line = TestLine.solved(BlockTridiagonal::new, number, 10);
    TestLine right = new TestLine(number, 10);
    Axis axis = line.axis();
    for (int i = axis.from(); i <= axis.to(); i++) {
      double[] product = new double[Gas.VARIABLES];
      addDiffusion(line, i, 2, product);
      for (int m = 0; m < product.length; m++) {
        product[m] += line.change()[0][line.at(i) + m];
      }
      for (int j = i - 1; j <= i + 1; j += 2) {
        if (j >= axis.from() && j <= axis.to()) {
          addDiffusion(line, j, -1, product);
          addConvection(line, j, j - i, product);
        }
      }
      for (int m = 0; m < product.length; m++) {
        assertThat(product[m]).isCloseTo(right.change()[0][line.at(i) + m], within(1e-12));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void shouldSolveInPiecesAsInOne(int number) {
    TestLine whole = TestLine.solved(BlockTridiagonal::new, number, 10);
    TestLine pieces = TestLine.solved(BlockTridiagonal::new, number, 4, 3, 3);
    assertThat(pieces.solution()).isEqualTo(whole.solution());
  }

  private static void addDiffusion(TestLine line, int point, double factor, double[] sum) {
    Axis axis = line.axis();
    double[] v = line.change()[0];
    double scale = factor * TestLine.TIME_STEP / (axis.spacing() * axis.spacing());
    int at = line.at(point);
    Gas.addViscousDerivative(line.states()[0], at, axis.number(), v, at, scale, sum);
    for (int m = 0; m < sum.length; m++) {
      sum[m] += scale * axis.diffusion() * v[at + m];
    }
  }

  private static void addConvection(TestLine line, int point, double factor, double[] sum) {
    Axis axis = line.axis();
    double scale = factor * TestLine.TIME_STEP / (2 * axis.spacing());
    int at = line.at(point);
    Gas.addFluxDerivative(line.states()[0], at, axis.number(), line.change()[0], at, scale, sum);
  }
}
