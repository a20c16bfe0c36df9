package org.ftmpj.samples.nas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
  @Test
  void shouldTakeTheSampleSizeIfNothingIsSaid() {
    Settings settings = Settings.of(new String[0]);
    assertThat(settings.size()).isEqualTo(ProblemClass.S);
    assertThat(settings.iterations(15)).isEqualTo(15);
    assertThat(settings.timed()).isFalse();
  }

  @Test
  void shouldTakeClassIterationsAndFlag() {
    Settings settings = Settings.of(new String[] {"--time", "W", "3"});
    assertThat(settings.size()).isEqualTo(ProblemClass.W);
    assertThat(settings.iterations(15)).isEqualTo(3);
    assertThat(settings.timed()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Z", "S 0", "S x", "S 3 4", "S --tim"})
  void shouldRefuseWhatItDoesNotKnow(String arguments) {
    assertThatThrownBy(() -> Settings.of(arguments.split(" ")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
