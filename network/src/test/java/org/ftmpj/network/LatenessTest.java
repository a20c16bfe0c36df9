package org.ftmpj.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LatenessTest {
  private static final long INTERVAL_NS = 10_000_000;

  private final Lateness lateness = new Lateness(INTERVAL_NS);

  @Test
  void shouldAskForNoPatienceWhereLooksAreInTime() {
    lateness.look(0);
    lateness.look(INTERVAL_NS / 3);
    assertThat(lateness.patienceNs()).isZero();
  }

  @Test
  void shouldRememberTheLatestLookAndForgetItWithinSeconds() {
    lateness.look(3 * INTERVAL_NS);
    lateness.look(0);
    assertThat(lateness.patienceNs()).isBetween(5 * INTERVAL_NS, 6 * INTERVAL_NS);
    IntStream.range(0, 500).forEach(i -> lateness.look(0));
    assertThat(lateness.patienceNs()).isLessThan(INTERVAL_NS);
  }

  @Test
  void shouldNotPutOffForEverThatAPathIsLeft() {
    lateness.look(1000 * INTERVAL_NS);
    assertThat(lateness.patienceNs()).isEqualTo(20 * INTERVAL_NS);
  }
}
