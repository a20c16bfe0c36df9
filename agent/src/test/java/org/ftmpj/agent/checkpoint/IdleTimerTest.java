package org.ftmpj.agent.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IdleTimerTest {
  private static final String NAME = "timer of a test";

  private final Timer timer = new Timer(NAME, true);

  @AfterEach
  void end() {
    timer.cancel();
  }

  private static List<Thread> idle() {
    return IdleTimer.all().stream()
        .filter(found -> found.getName().equals(NAME))
        .filter(IdleTimer::isWaiting)
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
  void shouldHoldUpATimerWhoseTasksAreTaken() throws InterruptedException {
    AtomicInteger runs = new AtomicInteger();
    await().until(() -> idle().size() == 1);
    synchronized (IdleTimer.tasks(idle().get(0))) {
      schedule(runs::incrementAndGet, 0);
      TimeUnit.MILLISECONDS.sleep(50);
      assertThat(idle()).hasSize(1);
      assertThat(runs).hasValue(0);
    }
    await().until(() -> runs.get() == 1);
  }
}
