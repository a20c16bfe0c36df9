package org.ftmpj.agent.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ThrottleTest {
  private static final long BYTES_IN_A_SECOND = 1000;
  private static final long WAIT_MS = 100;

  private final AtomicBoolean asked = new AtomicBoolean();
  private final Throttle held = new Throttle(asked::get, BYTES_IN_A_SECOND);

  private long passMs(long bytes) {
    long startNs = System.nanoTime();
    assertThat(held.pass(bytes)).isFalse();
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
  }

  @Test
  void shouldWaitForWhatWasLoggedSinceItWasAsked() {
    held.pass(1_000_000_000);
    asked.set(true);
    held.pass(2_000_000_000); // what was logged before
    assertThat(passMs(2_000_000_000 + WAIT_MS)).isGreaterThanOrEqualTo(WAIT_MS);
    asked.set(false);
    assertThat(held.pass(2_100_000_000)).as("is over").isTrue();
    assertThat(held.pass(2_100_000_001)).isFalse();
  }

  @Test
  void shouldLeaveAnInterruptToTheProgram() {
    asked.set(true);
    held.pass(0);
    Thread.currentThread().interrupt();
    held.pass(1_000_000);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void shouldWaitASecondAtMost() {
    asked.set(true);
    held.pass(0);
    assertThat(passMs(1_000_000_000)).isBetween(900L, 60_000L);
  }
}
