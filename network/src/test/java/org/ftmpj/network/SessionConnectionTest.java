package org.ftmpj.network;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SessionConnectionTest {
  private final SessionConnection link = new SessionConnection(null, new PathUse(0));

  @Test
  void shouldBeProvenByARoundTripThatHasBegunAfterSomethingWasHeard() {
    long content = link.next(1000, 1);
    link.leave();
    long probe = link.next(0, 0);
    // What the other side has sent before the cut comes when only its own direction carries again.
    assertThat(link.isProven()).isFalse();
    link.seenByPeer(content, 2);
    assertThat(link.isProven()).isFalse();
    link.seenByPeer(probe, 3);
    assertThat(link.isProven()).isFalse();
    link.seenByPeer(link.next(0, 0), 4);
    assertThat(link.isProven()).isTrue();
  }

  @Test
  void shouldHaveToBeProvenEachTimeItIsLeft() {
    link.leave();
    link.isProven();
    link.seenByPeer(link.next(0, 0), 1);
    assertThat(link.isProven()).isTrue();
    link.leave();
    assertThat(link.isProven()).isFalse();
  }
}
