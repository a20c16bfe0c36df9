package org.ftmpj.agent.entry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PremainTest {
  @ParameterizedTest
  @ValueSource(strings = {"1.8", "9", "11", "16"})
  void shouldRefuseAnOldJava(String version) {
    assertThat(Premain.isTooOld(version)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"17", "21", "25", "100"})
  void shouldAcceptANewJava(String version) {
    assertThat(Premain.isTooOld(version)).isFalse();
  }
}
