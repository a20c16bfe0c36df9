package org.ftmpj.protocol.thread;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.ftmpj.protocol.event.Determinant;
import org.junit.jupiter.api.Test;

class StandstillTest {
  private final Turns turns = new Turns();
  private final Standstill standstill = new Standstill(turns);
  private long nowS;

  StandstillTest() {
    turns.add(new Determinant.Turn(1, 0, 5));
  }

  @Test
  void shouldFindThatAllHaveBeenStandingStillForLong() {
    look(30);
    assertThatThrownBy(() -> look(1))
        .hasMessageContaining("FTMPJ-1507")
        .hasMessageContaining("thread 0, which has been waiting for 30 s");
  }

  @Test
  void shouldCountFromTheLastEvent() {
    look(30);
    turns.take();
    look(30);
    assertThatThrownBy(() -> look(1)).hasMessageContaining("After 1 recorded events");
  }

  /** A look that comes late has slept, as all the others may have. */
  @Test
  void shouldNotCountTheTimeForWhichTheMachineStoodStill() {
    look(20);
    nowS += 3600;
    look(8);
    assertThatThrownBy(() -> look(2)).hasMessageContaining("FTMPJ-1507");
  }

  /** So many times, once a second. */
  private void look(int times) {
    for (int i = 0; i < times; i++) {
      long nowNs = TimeUnit.SECONDS.toNanos(nowS++);
      standstill.requireProgress(Map.of(0, new LogicalThread(0, "0")), nowNs);
    }
  }
}
