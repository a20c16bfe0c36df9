package org.ftmpj.protocol.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The use of a key by a thread whose call runs code of the program, and so has left its event. */
@Timeout(300)
class UseWithoutAnEventTest {
  private static final Object MAP = new Object();
  private static final Object KEY = new Object();

  @Test
  void shouldNotBeginWhileAnotherThreadMakesAnEvent() throws Exception {
    ThreadsTest.Played live = new ThreadsTest.Played(List.of());
    Threads threads = new Threads(live.turns, live);
    CountDownLatch steppedOut = new CountDownLatch(1);
    CountDownLatch held = new CountDownLatch(1);
    AtomicBoolean used = new AtomicBoolean();
    threads.activate();
    Thread user =
        new Thread(
            () -> {
              threads.enterCall(MAP, KEY);
              threads.stepOut();
              steppedOut.countDown();
              awaitUninterrupted(held);
              threads.use(MAP, KEY);
              used.set(true);
              threads.leave(MAP);
              threads.endUse(MAP, KEY);
            });
    threads.assign(threads.spawn(), user);
    user.start();
    steppedOut.await();
    threads.hold();
    held.countDown();
    while (!used.get() && !isAtTheLock(user)) {
      Thread.onSpinWait();
    }
    assertThat(used).isFalse();
    threads.release();
    user.join();
    threads.enterCall(MAP, KEY);
    threads.leave(MAP);
  }

  private static boolean isAtTheLock(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(frame -> frame.getClassName().equals(EventLock.class.getName()));
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
