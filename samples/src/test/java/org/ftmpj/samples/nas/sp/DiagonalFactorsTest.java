package org.ftmpj.samples.nas.sp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.ftmpj.samples.nas.adi.TestLine;
import org.ftmpj.samples.nas.cfd.Axis;
import org.ftmpj.samples.nas.cfd.Gas;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiagonalFactorsTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void shouldSolveAPentadiagonalSystemForEachWave(int number) {
    TestLine line = TestLine.solved(DiagonalFactors::new, number, 10);
    TestLine right = new TestLine(number, 10);
    split(line);
    split(right);
    Axis axis = line.axis();
    LineSpeeds speeds = new LineSpeeds(TestLine.TIME_STEP);
    speeds.set(line.states()[0], axis, line.at(0));
    double[] row = new double[LineSpeeds.WIDTH];
    for (int i = axis.from(); i <= axis.to(); i++) {
      for (int m = 0; m < Gas.VARIABLES; m++) {
        speeds.row(i, Waves.kind(m, number), row);
        double product = 0;
        for (int j = 0; j < row.length; j++) {
          int point = i + j - 2;
          boolean inner = point >= axis.from() && point <= axis.to();
          product += inner ? row[j] * line.change()[0][line.at(point) + m] : 0;
        }
        assertThat(product).isCloseTo(right.change()[0][line.at(i) + m], within(1e-12));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void shouldSolveInPiecesAsInOne(int number) {
    TestLine whole = TestLine.solved(DiagonalFactors::new, number, 10);
    TestLine pieces = TestLine.solved(DiagonalFactors::new, number, 4, 3, 3);
    assertThat(pieces.solution()).isEqualTo(whole.solution());
  }

  private static void split(TestLine line) {
    Axis axis = line.axis();
    for (int i = axis.from(); i <= axis.to(); i++) {
      Waves.split(line.change()[0], line.at(i), axis.number());
    }
  }
}
