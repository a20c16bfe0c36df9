package org.ftmpj.protocol.thread;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.ftmpj.protocol.event.Determinant;
import org.junit.jupiter.api.Test;

class StandstillTest {
  private final Turns turns = new Turns();
  private final Standstill standstill = new Standstill(turns);

  StandstillTest() {
    turns.add(new Determinant.Turn(1, 0, 5));
  }

  @Test
  void shouldFindThatAllHaveBeenStandingStillForLong() {
    look(29);
    assertThatThrownBy(() -> look(1))
        .hasMessageContaining("FTMPJ-1507")
        .hasMessageContaining("thread 0, which has been waiting for 30 s");
  }

  @Test
  void shouldCountFromTheLastEvent() {
    look(29);
    turns.take();
    look(30);
    assertThatThrownBy(() -> look(1)).hasMessageContaining("After 1 recorded events");
  }

  /** So many times. */
  private void look(int times) {
    for (int i = 0; i < times; i++) {
      standstill.requireProgress(Map.of(0, new LogicalThread(0, "0")));
    }
  }
}
