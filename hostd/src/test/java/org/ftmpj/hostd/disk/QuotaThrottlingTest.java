package org.ftmpj.hostd.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class QuotaThrottlingTest {
  private static final long QUOTA = 1600;
  private static final long PATIENCE_NS = 1000;

  private final QuotaThrottling hold = new QuotaThrottling(QUOTA, Duration.ofNanos(PATIENCE_NS));

  @Test
  void shouldHoldRanksUpUntilMuchIsGone() {
    assertThat(hold.seen(1399, 0)).isFalse();
    assertThat(hold.isRoundDue()).isFalse();
    assertThat(hold.seen(1400, 0)).isTrue();
    assertThat(hold.isRoundDue()).isTrue();
    assertThat(hold.isRoundDue()).isTrue();
    assertThat(hold.isRoundDue()).as("two are enough").isFalse();
    assertThat(hold.seen(1200, 0)).isTrue();
    assertThat(hold.seen(1199, 0)).isFalse();
    assertThat(hold.seen(1300, 0)).isFalse();
    hold.seen(1400, 0);
    assertThat(hold.isRoundDue()).as("again").isTrue();
  }

  @Test
  void shouldHavePatienceAtTheQuota() {
    hold.seen(1599, 0);
    assertThat(hold.isOver(1599, PATIENCE_NS)).isFalse();
    hold.seen(QUOTA, PATIENCE_NS);
    assertThat(hold.isOver(QUOTA, 2 * PATIENCE_NS - 1)).isFalse();
    assertThat(hold.isOver(QUOTA, 2 * PATIENCE_NS)).isTrue();
    hold.seen(1599, 2 * PATIENCE_NS);
    hold.seen(QUOTA, 3 * PATIENCE_NS);
    assertThat(hold.isOver(QUOTA, 3 * PATIENCE_NS)).as("it was below it").isFalse();
    assertThat(hold.isOver(QUOTA * 3 / 2, 3 * PATIENCE_NS)).as("they grow on").isTrue();
  }

  @Test
  void shouldEndTheJobWhereNothingCanBeCaptured() {
    hold.seen(1599, 0);
    refuse(3);
    hold.seen(QUOTA, 0);
    refuse(2);
    hold.answered();
    refuse(2);
    assertThat(hold.isOver(QUOTA, 0)).as("all have answered in between").isFalse();
    refuse(1);
    assertThat(hold.isOver(QUOTA, 0)).isTrue();
  }

  private void refuse(int rounds) {
    for (int round = 0; round < rounds; round++) {
      hold.refused();
      hold.answered();
    }
  }
}
