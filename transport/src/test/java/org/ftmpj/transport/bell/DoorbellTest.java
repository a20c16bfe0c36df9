package org.ftmpj.transport.bell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DoorbellTest {
  private static final int RINGS = 200;

  @Test
  void shouldCountARingThatCameBefore() {
    try (Doorbell bell = Doorbell.open();
        Doorbell visitor = Doorbell.open()) {
      visitor.ring(bell.port());
      assertThat(bell.await()).isTrue();
      assertThat(bell.await()).isFalse();
    }
  }

  @Test
  void shouldWakeASleeperLongBeforeItsTimeIsOver() throws Exception {
    try (Doorbell bell = Doorbell.open();
        Doorbell visitor = Doorbell.open()) {
      AtomicInteger rung = new AtomicInteger();
      Thread ringing =
          new Thread(
              () -> {
                for (int i = 0; i < RINGS; i++) {
                  visitor.ring(bell.port());
                  rung.incrementAndGet();
                }
              });
      ringing.start();
      for (int heard = 0; heard < RINGS; ) {
        int before = rung.get();
        if (bell.await()) {
          heard++;
        } else {
          // The other thread may get no processor meanwhile.
          assertThat(before).as("rings, one of which was lost").isLessThanOrEqualTo(heard);
        }
      }
      ringing.join();
    }
  }

  @Test
  void shouldNotMindADoorbellThatIsGone() {
    try (Doorbell visitor = Doorbell.open()) {
      Doorbell gone = Doorbell.open();
      int port = gone.port();
      gone.close();
      visitor.ring(port);
      visitor.ring(port);
      assertThat(visitor.await()).isFalse();
    }
  }

  @Test
  void shouldSurviveAnInterruptOfItsThread() {
    try (Doorbell bell = Doorbell.open()) {
      Thread.currentThread().interrupt();
      assertThat(bell.await()).isFalse();
      bell.ring(bell.port());
      assertThat(bell.await()).isTrue();
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}
