package org.ftmpj.agent.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ftmpj.checkpoint.bridge.FrameRecord;
import org.ftmpj.protocol.thread.EventOrder;
import org.ftmpj.protocol.thread.Parking;
import org.ftmpj.protocol.thread.Threads;
import org.ftmpj.protocol.thread.Turns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class ParkedThreadsTest {
  private static final Error UNWINDING = new Error("unwinds");

  private final Threads threads = new Threads(new Turns(), new Live());
  private final ParkedThreads parked = new ParkedThreads(threads);
  private final AtomicBoolean isOver = new AtomicBoolean();

  /** Has nothing to repeat. */
  private static final class Live implements EventOrder.Rank {
    @Override
    public void begin() {}

    @Override
    public void record(int thread, int events) {}

    @Override
    public void advance() {}

    @Override
    public boolean isLive() {
      return true;
    }

    @Override
    public boolean permits(String thread) {
      return true;
    }

    @Override
    public RuntimeException pastRecord(String thread) {
      throw new AssertionError(thread);
    }
  }

  private record Unwinds() implements Parking.Stacks {
    @Override
    public Optional<String> obstacle() {
      return Optional.empty();
    }

    @Override
    public Error unwinding() {
      return UNWINDING;
    }
  }

  private Thread start(Runnable what) {
    Thread thread = new Thread(what);
    threads.assign(threads.spawn(), thread);
    thread.start();
    return thread;
  }

  /** Waits in a hand-over, as often as its stack is taken down. */
  private void waits() {
    boolean ended = false;
    while (!ended) {
      try {
        threads.handOvers().await(this, () -> isOver.get() ? true : null, -1, false);
        ended = true;
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      } catch (Error e) {
        if (e != UNWINDING) {
          throw e;
        }
        parked.stay(new FrameRecord[0]);
      }
    }
  }

  private static void runsUntil(CountDownLatch end) {
    while (end.getCount() > 0) {
      Thread.onSpinWait();
    }
  }

  /** Its frames are used up when it has its stack again, so no later image may have them. */
  @Test
  void shouldForgetAThreadThatHasItsStackAgainSinceAnotherOneRuns() throws Exception {
    threads.activate();
    threads.parking().by(new Unwinds());
    Thread waiting = start(this::waits);
    while (parked.obstacle().isPresent()) {
      Thread.onSpinWait();
    }
    CountDownLatch end = new CountDownLatch(1);
    Thread running = start(() -> runsUntil(end));
    assertThat(parked.park()).hasValueSatisfying(why -> assertThat(why).contains("0.2"));
    assertThat(parked.all()).isEmpty();
    end.countDown();
    running.join();
    isOver.set(true);
    waiting.join();
  }
}
