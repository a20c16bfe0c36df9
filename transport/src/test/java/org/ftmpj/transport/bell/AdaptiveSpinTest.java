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
  void shouldKeepToTheLongestSpinIfEveryRankHasACore() {
    AdaptiveSpin spin = AdaptiveSpin.of(2, 2);
    for (int i = 0; i < 20; i++) {
      assertThat(spin.nextNs()).isEqualTo(AdaptiveSpin.LONGEST_WITH_CORES_NS);
      if (i % 3 == 0) {
        spin.helped();
      } else {
        spin.failed();
      }
    }
  }

  @Test
  void shouldGiveUpWhenSpinningDoesNotHelp() {
    AdaptiveSpin spin = spinning();
    int waits = 0;
    for (long before = Long.MAX_VALUE, now; (now = spin.nextNs()) > 0; before = now, waits++) {
      assertThat(now).isLessThan(before);
      spin.failed();
    }
    assertThat(waits).isEqualTo(6);
  }

  @Test
  void shouldGrowBackWhenSpinningHelps() {
    AdaptiveSpin spin = spinning();
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
    assertThat(spin.nextNs()).isEqualTo(AdaptiveSpin.LONGEST_NS);
  }

  /** Of more ranks than cores; it has learnt that spinning helps. */
  private static AdaptiveSpin spinning() {
    AdaptiveSpin spin = AdaptiveSpin.of(2, 1);
    while (spin.nextNs() == 0) {}
    spin.helped();
    return spin;
  }

  @Test
  void shouldProbeOnceIn128Waits() {
    AdaptiveSpin spin = AdaptiveSpin.of(2, 1);
    int probes = 0;
    for (int i = 0; i < 1280; i++) {
      if (spin.nextNs() > 0) {
        probes++;
        spin.failed();
      }
    }
    assertThat(probes).isEqualTo(10);
  }

  @Test
  void shouldSpinAgainAfterAProbeThatHelped() {
    AdaptiveSpin spin = AdaptiveSpin.of(2, 1);
    while (spin.nextNs() == 0) {}
    spin.helped();
    assertThat(spin.nextNs()).isEqualTo(AdaptiveSpin.LONGEST_NS);
  }
}
