package org.ftmpj.interceptors.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.thread.EventOrder;
import org.ftmpj.protocol.thread.StackFrames;
import org.ftmpj.protocol.thread.Threads;
import org.ftmpj.protocol.thread.Turns;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** In the package of the bridge, as what the program's calls go through. */
@Timeout(300)
class LockWatchTest {
  private static final int LOOKS = 20;

  @BeforeAll
  static void begin() {
    StackFrames.areOurs(
        List.of("org.ftmpj.protocol.", "org.ftmpj.interceptors."),
        "org.ftmpj.interceptors.bridge.");
  }

  private final Threads threads = new Threads(new Turns(), new Live());

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

  private Thread hold(Runnable what) {
    threads.activate();
    Thread holder =
        new Thread(
            () -> {
              threads.enterCall(new Object(), null);
              what.run();
              threads.leave(null);
            },
            "holder");
    threads.assign(threads.spawn(), holder);
    holder.start();
    return holder;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void shouldFindWhatWaitsWithinAnEvent() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    Thread holder = hold(() -> await(never));
    while (holder.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < LOOKS; i++) {
                threads.watch().requireNoStandstill();
              }
            })
        .isInstanceOf(FtmpjException.class)
        .hasMessageContaining("FTMPJ-1206")
        .hasMessageContaining("Thread \"holder\"")
        .hasMessageContaining("WAITING for a java.util.concurrent.CountDownLatch$Sync")
        .hasMessageContaining("LockWatchTest.await");
    never.countDown();
    holder.join();
  }

  @Test
  void shouldNotMindThatAnEventComputes() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch looked = new CountDownLatch(1);
    Thread holder =
        hold(
            () -> {
              begun.countDown();
              while (looked.getCount() > 0) {
                Thread.onSpinWait();
              }
            });
    begun.await();
    for (int i = 0; i < LOOKS; i++) {
      threads.watch().requireNoStandstill();
    }
    looked.countDown();
    holder.join();
    for (int i = 0; i < LOOKS; i++) {
      threads.watch().requireNoStandstill(); // No thread holds it.
    }
  }

  @Test
  void shouldTellWhoWaitsForLongForAnObjectThatAnotherUses() throws Exception {
    CountDownLatch used = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    Object map = new Object();
    threads.activate();
    Thread user =
        new Thread(
            () -> {
              threads.enterCall(map, null);
              threads.stepOut(); // The call runs code of the program.
              used.countDown();
              await(never);
              threads.leave(null);
            },
            "user");
    threads.assign(threads.spawn(), user);
    user.start();
    used.await();
    Thread waiting =
        new Thread(
            () -> {
              threads.enterCall(map, map);
              threads.leave(null);
            },
            "waiting");
    threads.assign(threads.spawn(), waiting);
    waiting.start();
    List<String> told = new ArrayList<>();
    for (int i = 0; i < LOOKS || told.isEmpty(); i++) {
      threads.watch().longWait().ifPresent(told::add);
      threads.watch().requireNoStandstill();
    }
    assertThat(told).hasSize(1);
    assertThat(told.get(0))
        .startsWith("thread 0.2, at ")
        .contains("has been waiting for 5 s for a java.lang.Object that thread 0.1 uses");
    never.countDown();
    user.join();
    waiting.join();
    assertThat(threads.watch().longWait()).isEmpty();
  }
}
