package org.ftmpj.samples.nas.mg;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExtremesTest {
  @Test
  void shouldKeepTheSmallestInOrder() {
    Extremes extremes = new Extremes(3);
    double[] values = {0.5, 0.9, 0.1, 0.7, 0.3, 0.2};
    for (int i = 0; i < values.length; i++) {
      extremes.offer(values[i], 10 + i);
    }
    assertThat(extremes.numbers()).containsExactly(12, 15, 14);
    assertThat(extremes.toArray()).containsExactly(0.1, 12, 0.2, 15, 0.3, 14);
  }
}
