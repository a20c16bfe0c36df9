package org.ftmpj.samples.nas.ft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.ftmpj.samples.nas.Random46;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FftTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8, 32})
  void shouldBeWhatTheDefinitionSays(int length) {
    double[] numbers = random(2 * length);
    double[] transformed = numbers.clone();
    new Fft(length).transform(transformed, 0, 1, 1);
    for (int k = 0; k < length; k++) {
      double real = 0;
      double imaginary = 0;
      for (int i = 0; i < length; i++) {
        double angle = 2 * Math.PI * i * k / length;
        real += numbers[2 * i] * Math.cos(angle) - numbers[2 * i + 1] * Math.sin(angle);
        imaginary += numbers[2 * i] * Math.sin(angle) + numbers[2 * i + 1] * Math.cos(angle);
      }
      assertThat(transformed[2 * k]).isCloseTo(real, within(1e-12));
      assertThat(transformed[2 * k + 1]).isCloseTo(imaginary, within(1e-12));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 16})
  void shouldTransformBackAndLeaveOthersAlone(int length) {
    int stride = 3;
    double[] numbers = random(2 * stride * length);
    double[] copy = numbers.clone();
    Fft fft = new Fft(length);
    fft.transform(copy, 1, stride, 1);
    fft.transform(copy, 1, stride, -1);
    for (int i = 0; i < numbers.length; i++) {
      int factor = i / 2 % stride == 1 ? length : 1;
      assertThat(copy[i]).isCloseTo(factor * numbers[i], within(1e-12));
    }
  }

  private static double[] random(int count) {
    Random46 random = new Random46(7);
    double[] numbers = new double[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = random.next();
    }
    return numbers;
  }
}
