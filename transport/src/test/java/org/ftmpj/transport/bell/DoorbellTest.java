package org.ftmpj.transport.bell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DoorbellTest {
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
      // Of 200 sleeps a lost ring would show as one that lasted to its end.
      Thread ringing =
          new Thread(
              () -> {
                for (int i = 0; i < 200; i++) {
                  visitor.ring(bell.port());
                }
              });
      ringing.start();
      for (int i = 0; i < 200; i++) {
        assertThat(bell.await()).isTrue();
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
