package org.ftmpj.samples.nas.sp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.ftmpj.samples.nas.cfd.Gas;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WavesTest {
  private static final double[] STATE = {1.3, 0.7, -0.4, 0.9, 5.1};

  @Test
  void shouldMakeTheSameChangeOfTheWavesAgain() {
    double[] change = {0.2, -0.5, 0.3, 0.8, -0.6};
    double[] waves = change.clone();
    Waves.fromState(STATE, waves, 0);
    Waves.split(waves, 0, 1);
    Waves.join(waves, 0, 1);
    Waves.toState(STATE, waves, 0);
    assertThat(waves).containsExactly(change, within(1e-14));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void shouldBeWhatTheFluxCarriesWithOneSpeed(int axis) {
    double velocity = STATE[1 + axis] / STATE[0];
    double sound = Waves.speedOfSound(STATE, 0);
    for (int m = 0; m < Gas.VARIABLES; m++) {
      double[] wave = new double[Gas.VARIABLES];
      wave[m] = 1;
      Waves.join(wave, 0, axis);
      Waves.toState(STATE, wave, 0);
      double[] carried = new double[Gas.VARIABLES];
      Gas.addFluxDerivative(STATE, 0, axis, wave, 0, 1, carried);
      double speed = velocity + Waves.sounds(Waves.kind(m, axis)) * sound;
      for (int n = 0; n < Gas.VARIABLES; n++) {
        assertThat(carried[n]).isCloseTo(speed * wave[n], within(1e-12));
      }
    }
  }
}
