package org.ftmpj.agent.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IdleTimerTest {
  private static final String NAME = "timer of a test";

  private final Timer timer = new Timer(NAME, true);

  @AfterEach
  void end() {
    timer.cancel();
  }

  private static List<IdleTimer> idle() {
    Thread[] all = new Thread[Thread.activeCount() + 16];
    return IdleTimer.among(all, Thread.enumerate(all)).stream()
        .filter(found -> found.thread().getName().equals(NAME))
        .toList();
  }

  private void schedule(Runnable task, long delayMs) {
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            task.run();
          }
        },
        delayMs);
  }

  private static void awaitZero(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void shouldFindThatATimerWaitsForATask() {
    await().until(() -> idle().size() == 1);
    assertThat(idle()).isEqualTo(idle());
  }

  @Test
  void shouldFindThatATimerWaitsForTheTimeOfATask() {
    schedule(() -> {}, TimeUnit.HOURS.toMillis(1));
    await().until(() -> idle().size() == 1);
  }

  @Test
  void shouldNotTakeATimerWhoseTaskWaits() {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    schedule(
        () -> {
          begun.countDown();
          awaitZero(end);
        },
        0);
    awaitZero(begun);
    assertThat(idle()).isEmpty();
    end.countDown();
  }

  @Test
  void shouldTellATimerThatHasRunATaskFromOneThatHasNot() {
    await().until(() -> idle().size() == 1);
    List<IdleTimer> before = idle();
    CountDownLatch run = new CountDownLatch(1);
    schedule(run::countDown, 0);
    awaitZero(run);
    await().until(() -> idle().size() == 1);
    assertThat(idle()).isNotEqualTo(before);
  }
}
