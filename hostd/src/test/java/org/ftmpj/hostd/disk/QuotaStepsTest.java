package org.ftmpj.hostd.disk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuotaStepsTest {
  private static final long QUOTA = 1600;

  private final QuotaSteps steps = new QuotaSteps(QUOTA);

  @Test
  void shouldAskSeldomWherePruningFollows() {
    assertThat(steps.areDue(599)).isFalse();
    assertThat(steps.areDue(600)).as("the first, by which nothing goes").isTrue();
    assertThat(steps.areDue(1199)).isFalse();
    assertThat(steps.areDue(1200)).as("the second").isTrue();
    // What was logged before the first is gone, and again before each but the last.
    for (int i = 0; i < 5; i++) {
      assertThat(steps.areDue(640)).isFalse();
      assertThat(steps.next()).isEqualTo(1200);
      assertThat(steps.areDue(1200)).isTrue();
    }
  }

  @Test
  void shouldAskLaterWhereMuchIsGone() {
    assertThat(steps.areDue(600)).isTrue();
    assertThat(steps.areDue(100)).isFalse();
    assertThat(steps.next()).isEqualTo(700);
    assertThat(steps.areDue(700)).isTrue();
  }

  @Test
  void shouldAskAgainNearTheQuota() {
    assertThat(steps.areDue(1200)).isTrue();
    assertThat(steps.areDue(1299)).as("the answer may be on its way").isFalse();
    assertThat(steps.areDue(1300)).isTrue();
    assertThat(steps.areDue(1400)).isTrue();
  }

  @Test
  void shouldAskAgainSoonWhereOneIsRefused() {
    assertThat(steps.areDue(600)).isTrue();
    steps.refused();
    assertThat(steps.areDue(699)).isFalse();
    assertThat(steps.areDue(700)).isTrue();
    assertThat(steps.next()).as("not refused again").isEqualTo(1200);
  }

  @Test
  void shouldAskAtOnceWhereLogsAreThereFromTheStart() {
    assertThat(steps.areDue(1500)).isTrue();
    assertThat(steps.next()).isEqualTo(QUOTA);
  }
}
