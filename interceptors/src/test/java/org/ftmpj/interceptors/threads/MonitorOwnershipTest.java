package org.ftmpj.interceptors.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.Vector;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Monitors in all states that a virtual machine keeps them in. */
class MonitorOwnershipTest {
  private static final int ROUNDS = 20_000;

  @Test
  void shouldReadTheWordOfThisVirtualMachine() {
    assertThat(MonitorOwnership.areSeen()).isTrue();
  }

  @Test
  void shouldTellWhoHoldsAMonitor() throws Exception {
    Object monitor = new Vector<>(List.of(1));
    assertThat(MonitorOwnership.holds(monitor)).isFalse();
    synchronized (monitor) {
      assertThat(MonitorOwnership.holds(monitor)).isTrue();
      synchronized (monitor) {
        assertThat(MonitorOwnership.holds(monitor)).isTrue();
      }
      assertThat(MonitorOwnership.holds(monitor)).isTrue();
      monitor.hashCode();
      assertThat(MonitorOwnership.holds(monitor)).isTrue();
      monitor.wait(1);
      assertThat(MonitorOwnership.holds(monitor)).isTrue();
    }
    assertThat(MonitorOwnership.holds(monitor)).isFalse();
  }

  @Test
  void shouldNotTakeAnotherThreadForTheCaller() throws Exception {
    Object monitor = new Object();
    CountDownLatch held = new CountDownLatch(1);
    CountDownLatch asked = new CountDownLatch(1);
    Thread holder =
        new Thread(
            () -> {
              synchronized (monitor) {
                held.countDown();
                awaitQuietly(asked);
              }
            });
    holder.start();
    held.await();
    assertThat(MonitorOwnership.holds(monitor)).isFalse();
    asked.countDown();
    holder.join();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Monitors that threads fight for, wait at, and collect as garbage all the time. */
  @Test
  void shouldTellItWhileOthersEnterTheMonitor() throws Exception {
    Object[] monitors = {new Object(), new Object(), new Object()};
    AtomicInteger wrong = new AtomicInteger();
    AtomicBoolean over = new AtomicBoolean();
    Thread[] others = new Thread[2];
    for (int i = 0; i < others.length; i++) {
      int seed = i;
      others[i] =
          new Thread(
              () -> {
                Random random = new Random(seed);
                while (!over.get()) {
                  wrong.addAndGet(look(monitors[random.nextInt(monitors.length)], random));
                }
              });
      others[i].start();
    }
    Random random = new Random(others.length);
    for (int i = 0; i < ROUNDS; i++) {
      int at = random.nextInt(monitors.length);
      wrong.addAndGet(look(monitors[at], random));
      if (random.nextInt(100) == 0) {
        wrong.addAndGet(look(new byte[100_000], random));
      }
    }
    over.set(true);
    for (Thread other : others) {
      other.join();
    }
    assertThat(wrong).hasValue(0);
  }

  /** Returns how many answers were wrong. */
  private static int look(Object monitor, Random random) {
    int wrong = MonitorOwnership.holds(monitor) ? 1 : 0;
    synchronized (monitor) {
      wrong += MonitorOwnership.holds(monitor) ? 0 : 1;
      if (random.nextInt(500) == 0) {
        try {
          monitor.wait(1);
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
      wrong += MonitorOwnership.holds(monitor) ? 0 : 1;
    }
    return wrong + (MonitorOwnership.holds(monitor) ? 1 : 0);
  }
}
