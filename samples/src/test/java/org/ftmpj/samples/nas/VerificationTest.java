package org.ftmpj.samples.nas;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VerificationTest {
  @Test
  void shouldSucceedWithinTheTolerance() {
    Verification verification = new Verification(1e-8, true).compare("x", 2 + 1e-8, 2);
    assertThat(verification.right()).isTrue();
    assertThat(verification.lines())
        .containsExactly(
            "x: computed 2.0000000100000e+00, reference 2.0000000000000e+00",
            "VERIFICATION SUCCESSFUL");
  }

  @Test
  void shouldFailBeyondTheTolerance() {
    Verification verification =
        new Verification(1e-8, true).compare("x", 2, 2).compare("y", 2 + 1e-7, 2);
    assertThat(verification.right()).isFalse();
    assertThat(verification.lines()).last().isEqualTo("VERIFICATION FAILED");
    assertThat(verification.lines().get(1)).endsWith(", differs");
  }

  @Test
  void shouldFailIfTheValueIsNoNumber() {
    assertThat(new Verification(1e-8, true).compare("x", Double.NaN, 2).right()).isFalse();
  }

  @Test
  void shouldCountExactly() {
    assertThat(new Verification(1, true).count("keys", 49, 50).right()).isFalse();
    assertThat(new Verification(0, true).count("keys", 50, 50).right()).isTrue();
  }

  @Test
  void shouldSayThatThereIsNothingToCompareWith() {
    Verification verification = new Verification(1e-8, false).compare("x", 3, 2);
    assertThat(verification.right()).isTrue();
    assertThat(verification.lines().get(0)).isEqualTo("x: computed 3.0000000000000e+00");
    assertThat(verification.lines().get(1)).startsWith("VERIFICATION NOT PERFORMED");
  }
}
