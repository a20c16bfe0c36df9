package org.ftmpj.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LongWaitsTest {
  @Test
  void shouldWaitForMinutesWithoutBeingAskedTo() {
    AtomicLong remainingMs = new AtomicLong();
    await()
        .conditionEvaluationListener(looked -> remainingMs.set(looked.getRemainingTimeInMS()))
        .until(() -> true);
    assertThat(remainingMs.get())
        .isGreaterThan(LongWaits.LONGEST.toMillis() / 2)
        .isLessThanOrEqualTo(LongWaits.LONGEST.toMillis());
  }
}
