package org.ftmpj.samples.nas.cfd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The derivatives are those of the fluxes: compared with differences. */
class GasTest {
  private static final double[] STATE = {1.3, 0.7, -0.4, 0.9, 5.1};
  private static final double[] CHANGE = {0.2, -0.5, 0.3, 0.8, -0.6};
  private static final double STEP = 1e-5;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void shouldDifferentiateTheFlux(int axis) {
    double[] up = new double[Gas.VARIABLES];
    double[] down = new double[Gas.VARIABLES];
    Gas.flux(moved(STEP), 0, axis, up, 0);
    Gas.flux(moved(-STEP), 0, axis, down, 0);
    double[] product = new double[Gas.VARIABLES];
    Gas.addFluxDerivative(STATE, 0, axis, CHANGE, 0, 2, product);
    for (int m = 0; m < Gas.VARIABLES; m++) {
      assertThat(product[m]).isCloseTo((up[m] - down[m]) / STEP, within(1e-8));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void shouldDifferentiateTheViscousFlux(int axis) {
    double[] states = new double[2 * Gas.VARIABLES];
    System.arraycopy(moved(-STEP), 0, states, 0, Gas.VARIABLES);
    System.arraycopy(moved(STEP), 0, states, Gas.VARIABLES, Gas.VARIABLES);
    double[] flux = new double[Gas.VARIABLES];
    Gas.viscousFlux(states, 0, Gas.VARIABLES, axis, flux, 0);
    double[] product = new double[Gas.VARIABLES];
    Gas.addViscousDerivative(STATE, 0, axis, CHANGE, 0, 2, product);
    for (int m = 0; m < Gas.VARIABLES; m++) {
      assertThat(product[m]).isCloseTo(Gas.C34 * flux[m] / STEP, within(1e-8));
    }
  }

  private static double[] moved(double step) {
    double[] state = STATE.clone();
    for (int m = 0; m < state.length; m++) {
      state[m] += step * CHANGE[m];
    }
    return state;
  }
}
