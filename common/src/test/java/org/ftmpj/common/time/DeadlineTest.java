package org.ftmpj.common.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DeadlineTest {
  @Test
  void shouldBeOverWhenNothingIsLeft() {
    Deadline now = Deadline.in(Duration.ZERO);
    assertThat(now.isOver()).isTrue();
    assertThat(now.leftNs()).isNotPositive();
  }

  @Test
  void shouldTellWhatIsLeft() {
    Deadline tomorrow = Deadline.in(Duration.ofDays(1));
    assertThat(tomorrow.isOver()).isFalse();
    assertThat(tomorrow.leftNs()).isPositive().isLessThanOrEqualTo(Duration.ofDays(1).toNanos());
  }
}
