package org.ftmpj.samples.nas.sp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.ftmpj.samples.nas.cfd.Axis;
import org.ftmpj.samples.nas.cfd.Gas;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The matrices of a flow that is the same everywhere. */
class LineSpeedsTest {
  private static final double TIME_STEP = 0.01;
  private static final double[] STATE = {1.3, 0.7, -0.4, 0.9, 5.1};
  private static final int POINTS = 11;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void shouldConvectDiffuseAndDissipate(int wave) {
    // Diffusion is 1 along the third axis.
    double diffusion = TIME_STEP * 100 * (1 + Gas.CONDUCTION / STATE[0]);
    double speed = STATE[3] / STATE[0] + (wave - 1) * Waves.speedOfSound(STATE, 0);
    double convection = TIME_STEP * 10 / 2 * speed;
    double dissipation = TIME_STEP * Gas.DISSIPATION;
    assertThat(row(speeds(0, POINTS), 5, wave))
        .containsExactly(
            new double[] {
              dissipation,
              -4 * dissipation - diffusion - convection,
              1 + 6 * dissipation + 2 * diffusion,
              -4 * dissipation - diffusion + convection,
              dissipation
            },
            within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void shouldNotDissipateWhatIsOnTheBoundaryOrBeyond(int wave) {
    LineSpeeds speeds = speeds(0, POINTS);
    double dissipation = TIME_STEP * Gas.DISSIPATION;
    double[] inside = row(speeds, 5, wave);
    assertThat(row(speeds, 1, wave))
        .containsExactly(
            new double[] {
              0, inside[1] + 4 * dissipation, inside[2] - dissipation, inside[3], inside[4]
            },
            within(1e-12));
    assertThat(row(speeds, 2, wave))
        .containsExactly(
            new double[] {0, inside[1], inside[2], inside[3], inside[4]}, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void shouldKnowWhereTheBoundaryIsInAPiece(int wave) {
    LineSpeeds whole = speeds(0, POINTS);
    LineSpeeds piece = speeds(6, POINTS - 6);
    for (int i = 6; i < POINTS - 1; i++) {
      assertThat(row(piece, i - 6, wave)).isEqualTo(row(whole, i, wave));
    }
  }

  private static double[] row(LineSpeeds speeds, int i, int wave) {
    double[] row = new double[LineSpeeds.WIDTH];
    speeds.row(i, wave, row);
    return row;
  }

  private static LineSpeeds speeds(int first, int own) {
    double[] states = new double[Gas.VARIABLES * (own + 4)];
    for (int at = 0; at < states.length; at++) {
      states[at] = STATE[at % Gas.VARIABLES];
    }
    LineSpeeds speeds = new LineSpeeds(TIME_STEP);
    speeds.set(states, new Axis(2, POINTS, own, first, Gas.VARIABLES), 2 * Gas.VARIABLES);
    return speeds;
  }
}
