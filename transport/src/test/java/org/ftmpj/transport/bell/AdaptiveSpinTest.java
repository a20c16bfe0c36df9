package org.ftmpj.transport.bell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AdaptiveSpinTest {
  @Test
  void shouldBeginWithTheLongestSpinIfEveryRankHasACore() {
    assertThat(AdaptiveSpin.of(2, 2).nextNs()).isEqualTo(AdaptiveSpin.LONGEST_WITH_CORES_NS);
    assertThat(AdaptiveSpin.of(3, 2).nextNs()).isZero();
  }

  @Test
  void shouldGiveUpWhenSpinningDoesNotHelp() {
    AdaptiveSpin spin = AdaptiveSpin.of(2, 2);
    int waits = 0;
    for (long before = Long.MAX_VALUE, now; (now = spin.nextNs()) > 0; before = now, waits++) {
      assertThat(now).isLessThan(before);
      spin.failed();
    }
    assertThat(waits).isEqualTo(9);
  }

  @Test
  void shouldGiveUpAtOnceWhenAnotherProcessHasHadTheCore() {
    AdaptiveSpin spin = AdaptiveSpin.of(2, 2);
    spin.nextNs();
    spin.lostCore();
    assertThat(spin.nextNs()).isZero();
  }

  @Test
  void shouldGrowBackWhenSpinningHelps() {
    AdaptiveSpin spin = AdaptiveSpin.of(2, 2);
    for (int i = 0; i < 4; i++) {
      spin.nextNs();
      spin.failed();
    }
    long small = spin.nextNs();
    spin.helped();
    assertThat(spin.nextNs()).isEqualTo(2 * small);
    for (int i = 0; i < 10; i++) {
      spin.helped();
      spin.nextNs();
    }
    assertThat(spin.nextNs()).isEqualTo(AdaptiveSpin.LONGEST_WITH_CORES_NS);
  }

  @Test
  void shouldTryAgainTheMoreSeldomTheMoreOftenThatDoesNotHelp() {
    AdaptiveSpin spin = AdaptiveSpin.of(2, 1);
    int before = waitsUntilTrial(spin);
    assertThat(before).isEqualTo(16);
    for (int i = 0; i < 6; i++) {
      spin.failed();
      int now = waitsUntilTrial(spin);
      assertThat(now).isEqualTo(2 * before);
      before = now;
    }
    spin.lostCore();
    assertThat(waitsUntilTrial(spin)).isEqualTo(before).isEqualTo(1024);
  }

  @Test
  void shouldSpinAgainAfterATrialThatHelped() {
    AdaptiveSpin spin = AdaptiveSpin.of(2, 1);
    waitsUntilTrial(spin);
    spin.failed();
    waitsUntilTrial(spin);
    spin.helped();
    assertThat(spin.nextNs()).isEqualTo(AdaptiveSpin.LONGEST_NS);
    spin.lostCore();
    assertThat(waitsUntilTrial(spin)).isEqualTo(16);
  }

  /** As in two ranks that wait for each other: who spins sees the answer of one that sleeps. */
  @Test
  void shouldMakeBothSpinAgainThatHaveLearntToSleep() {
    AdaptiveSpin one = AdaptiveSpin.of(2, 2);
    AdaptiveSpin other = AdaptiveSpin.of(2, 2);
    one.lostCore();
    other.lostCore();
    int messages = 0;
    while (one.nextNs() == 0) {
      messages++;
    }
    one.helped();
    while (other.nextNs() == 0) {
      assertThat(one.nextNs()).isEqualTo(AdaptiveSpin.LONGEST_WITH_CORES_NS);
      one.helped();
      messages++;
    }
    other.helped();
    assertThat(other.nextNs()).isEqualTo(AdaptiveSpin.LONGEST_WITH_CORES_NS);
    assertThat(messages).isLessThan(100);
  }

  private static int waitsUntilTrial(AdaptiveSpin spin) {
    int waits = 1;
    while (spin.nextNs() == 0) {
      waits++;
    }
    return waits;
  }
}
