package org.ftmpj.protocol.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.event.Determinant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class ThreadsTest {
  private static final int THREADS = 4;
  private static final int EVENTS = 500;
  private static final int BURSTS = 10;

  /** Records turns, and is live when all that were recorded before are over. */
  static final class Played implements EventOrder.Rank {
    final Turns turns = new Turns();
    final List<Integer> events = new ArrayList<>();
    boolean live;

    Played(List<Integer> recorded) {
      for (int i = 0; i < recorded.size(); ) {
        int from = i;
        while (i < recorded.size() && recorded.get(i).equals(recorded.get(from))) {
          i++;
        }
        turns.add(new Determinant.Turn(i, recorded.get(from), i - from));
      }
      live = turns.areOver();
    }

    @Override
    public void begin() {}

    @Override
    public void record(int thread, int count) {
      events.addAll(Collections.nCopies(count, thread));
    }

    @Override
    public void advance() {
      live = turns.areOver();
    }

    @Override
    public boolean isLive() {
      return live;
    }

    @Override
    public boolean permits(String thread) {
      throw new AssertionError(thread);
    }

    @Override
    public RuntimeException pastRecord(String thread) {
      throw new AssertionError(thread);
    }
  }

  /** Threads append to a list, each in its events, in whatever order they come. */
  private static List<Integer> run(Played rank, int events, long seed) throws Exception {
    Threads threads = new Threads(rank.turns, rank);
    List<Integer> order = new ArrayList<>();
    List<Thread> started = new ArrayList<>();
    Thread main =
        new Thread(
            () -> {
              threads.activate();
              for (int i = 0; i < THREADS; i++) {
                LogicalThread child = threads.spawn();
                Random random = new Random(seed + i);
                Thread thread = new Thread(() -> append(threads, order, events, random));
                threads.assign(child, thread);
                started.add(thread);
                thread.start();
              }
            });
    main.start();
    main.join();
    for (Thread thread : started) {
      thread.join();
    }
    return order;
  }

  private static void append(Threads threads, List<Integer> order, int events, Random random) {
    for (int i = 0; i < events; i++) {
      threads.enter();
      order.add(threads.current().number());
      threads.leave(null);
      if (random.nextInt(10) == 0) {
        Thread.yield();
      }
    }
  }

  @Test
  void shouldRepeatTheRecordedOrderAndGoOn() throws Exception {
    Played first = new Played(List.of());
    List<Integer> order = run(first, EVENTS, 1);
    assertThat(order).hasSize(THREADS * EVENTS);
    assertThat(first.events).hasSize(THREADS * EVENTS + THREADS).doesNotContain(-1);

    Played second = new Played(first.events);
    List<Integer> longer = run(second, EVENTS + 50, 2);
    assertThat(longer).hasSize(THREADS * (EVENTS + 50));
    assertThat(longer.subList(0, order.size())).isEqualTo(order);
    assertThat(second.live).isTrue();
    assertThat(second.events).hasSize(THREADS * 50);
  }

  @Test
  void shouldRepeatAnyPrefixOfTheRecordedOrder() throws Exception {
    Played first = new Played(List.of());
    List<Integer> order = run(first, 100, 3);
    for (int prefix = 0; prefix <= first.events.size(); prefix += 41) {
      Played second = new Played(first.events.subList(0, prefix));
      List<Integer> again = run(second, 100, prefix);
      int births = (int) first.events.subList(0, prefix).stream().filter(t -> t == 0).count();
      assertThat(again.subList(0, prefix - births)).isEqualTo(order.subList(0, prefix - births));
      assertThat(again).hasSize(order.size());
    }
  }

  /**
   * Runs two static initializers, one within the other, in the thread of that number: 0 is main.
   */
  private static List<Integer> initialize(Played rank, int inThread) throws Exception {
    Threads threads = new Threads(rank.turns, rank);
    List<Integer> order = Collections.synchronizedList(new ArrayList<>());
    Runnable first =
        () -> {
          threads.beginInitializer("Outer");
          append(threads, order, 1, new Random(0));
          threads.beginInitializer("Inner");
          append(threads, order, 2, new Random(0));
          threads.endInitializer();
          threads.endInitializer();
          threads.endInitializer(); // there is none any more
        };
    Thread main =
        new Thread(
            () -> {
              threads.activate();
              LogicalThread child = threads.spawn();
              Thread other = new Thread(inThread == 0 ? () -> {} : first);
              threads.assign(child, other);
              threads.watch().requireProgress();
              other.start();
              if (inThread == 0) {
                first.run();
              }
              append(threads, order, 1, new Random(0));
            });
    List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    main.setUncaughtExceptionHandler((thread, failure) -> failures.add(failure));
    main.start();
    main.join();
    assertThat(failures).isEmpty();
    return order;
  }

  @Test
  void shouldRepeatAStaticInitializerInWhateverThreadNeedsTheClassFirst() throws Exception {
    Played first = new Played(List.of());
    List<Integer> order = initialize(first, 0);
    assertThat(order.get(0)).isNotEqualTo(order.get(1));
    assertThat(order.subList(0, 3)).allMatch(LogicalThread::isInitializer);
    assertThat(order.get(3)).isZero();

    Played second = new Played(first.events);
    assertThat(initialize(second, 1)).isEqualTo(order);
    assertThat(second.live).isTrue();
  }

  /**
   * Each makes many events in a row, then lets others go on; the record is the order of effects.
   */
  @Test
  void shouldRecordTheOrderOfEventsOfThreadsThatAreAloneForAWhile() throws Exception {
    Played rank = new Played(List.of());
    Threads threads = new Threads(rank.turns, rank);
    List<Integer> order = new ArrayList<>();
    AtomicInteger alone = new AtomicInteger();
    List<Thread> started = new ArrayList<>();
    threads.activate();
    alone.set(burst(threads, threads.self(), new ArrayList<>(), 3 * Bias.LEAST));
    for (int i = 0; i < THREADS; i++) {
      LogicalThread child = threads.spawn();
      Random random = new Random(i);
      Thread thread =
          new Thread(
              () -> {
                for (int burst = 0; burst < BURSTS; burst++) {
                  alone.addAndGet(burst(threads, child, order, random.nextInt(4 * Bias.LEAST)));
                  LockSupport.parkNanos(random.nextInt(3_000_000));
                }
              });
      threads.assign(child, thread);
      started.add(thread);
    }
    started.forEach(Thread::start);
    for (Thread thread : started) {
      thread.join();
    }
    threads.hold(); // counts what is not counted yet
    threads.release();

    assertThat(alone).hasPositiveValue();
    // One by one: a message with all of them would be long.
    List<Integer> recorded = rank.events.stream().filter(thread -> thread != 0).toList();
    assertThat(recorded.equals(order)).as("%d events", order.size()).isTrue();
  }

  /** A stack that is taken down has left its monitors, and enters them again. */
  @Test
  void shouldKeepMonitorsFreeWhileStacksAreDown() throws Exception {
    Played rank = new Played(List.of());
    Threads threads = new Threads(rank.turns, rank);
    threads.activate();
    assertThat(threads.parking().park()).isEmpty();
    Object monitor = new Object();
    CountDownLatch hasMonitor = new CountDownLatch(1);
    AtomicInteger entered = new AtomicInteger();
    LogicalThread child = threads.spawn();
    Thread thread =
        new Thread(
            () -> {
              synchronized (monitor) {
                hasMonitor.countDown();
                threads.handOvers().entered(monitor);
                entered.incrementAndGet();
              }
            });
    threads.assign(child, thread);
    thread.start();
    hasMonitor.await();
    synchronized (monitor) {
      assertThat(threads.parking().isUnderWay()).isTrue();
      assertThat(entered).hasValue(0);
      threads.parking().go();
      assertThat(entered).hasValue(0);
    }
    thread.join();
    assertThat(entered).hasValue(1);
    assertThat(threads.parking().isUnderWay()).isFalse();
  }

  @Test
  void shouldCountEventsInWhichNothingHappens() {
    Played rank = new Played(List.of());
    Threads threads = new Threads(rank.turns, rank);
    threads.activate();
    assertThat(threads.passAlone()).isFalse();
    burst(threads, threads.self(), new ArrayList<>(), 2 * Bias.LEAST);
    for (int i = 0; i < EVENTS; i++) {
      assertThat(threads.passAlone()).isTrue();
    }
    threads.hold(); // counts what is not counted yet
    threads.release();

    assertThat(rank.events).hasSize(2 * Bias.LEAST + EVENTS);
    assertThat(threads.self().events()).isEqualTo(2 * Bias.LEAST + EVENTS);
  }

  /** A thread that is alone makes a call that takes the lock, which runs code of the program. */
  @Test
  void shouldStepOutOfACallBeforeTheNextEventOfAThreadThatIsAlone() throws Exception {
    Played rank = new Played(List.of());
    Threads threads = new Threads(rank.turns, rank);
    threads.activate();
    burst(threads, threads.self(), new ArrayList<>(), 2 * Bias.LEAST);
    LogicalThread child = threads.spawn();
    Thread other =
        new Thread(
            () -> {
              threads.enter();
              threads.leave(null);
            });
    threads.assign(child, other);
    Object on = new Object();
    threads.enterCall(on, on);
    boolean passed = threads.passAlone();
    boolean entered = threads.enterAlone(false);
    threads.enterCall(null, null);
    threads.leave(null);
    other.start();
    other.join(10_000);
    boolean came = !other.isAlive();
    threads.leave(null);
    other.join();

    assertThat(passed).isFalse();
    assertThat(entered).isFalse();
    assertThat(came).isTrue();
  }

  /** Returns how many events began at once. */
  private static int burst(Threads threads, LogicalThread self, List<Integer> order, int events) {
    int alone = 0;
    for (int i = 0; i < events; i++) {
      int before = self.events();
      boolean atOnce = threads.enterAlone(false);
      if (!atOnce) {
        threads.enterCall(null, null);
      }
      order.add(self.number());
      boolean one = self.events() == before + 1;
      if (!threads.leaveAlone(null)) {
        threads.leave(null);
      }
      if (!one) {
        throw new AssertionError(i);
      }
      alone += atOnce ? 1 : 0;
    }
    return alone;
  }

  @Test
  void shouldWaitForAnotherThreadWithoutAnEventInVain() throws Exception {
    Played rank = new Played(List.of());
    Threads threads = new Threads(rank.turns, rank);
    threads.activate();
    int[] box = new int[1];
    LogicalThread child = threads.spawn();
    Integer[] taken = new Integer[1];
    Thread taker =
        new Thread(
            () -> {
              try {
                taken[0] =
                    threads.handOvers().await(box, () -> box[0] == 0 ? null : box[0], -1, true);
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    threads.assign(child, taker);
    taker.start();
    threads.enter();
    box[0] = 7;
    threads.leave(box);
    taker.join();
    assertThat(taken[0]).isEqualTo(7);
    assertThat(rank.events).containsExactly(0, 0, 1);
    Object nothing =
        threads.handOvers().await(box, () -> null, TimeUnit.MILLISECONDS.toNanos(5), true);
    assertThat(nothing).isNull();
    assertThat(rank.events).containsExactly(0, 0, 1, 0);
  }

  @Test
  void shouldWakeWhoWaitsForTheEndOfTheReplayWheneverThatComes() throws Exception {
    Played rank = new Played(List.of(0, 1));
    Threads threads = new Threads(rank.turns, rank);
    threads.activate();
    LogicalThread child = threads.spawn();
    CountDownLatch begins = new CountDownLatch(1);
    Thread waiter =
        new Thread(
            () -> {
              threads.hold();
              begins.countDown();
              threads.waits().awaitLive();
              threads.release();
            });
    threads.assign(child, waiter);
    waiter.start();
    begins.await();
    threads.hold(); // The waiter has given the lock free: it waits.
    assertThat(threads.isReplayOver()).isFalse();
    rank.turns.take();
    rank.live = true;
    threads
        .order()
        .live(); // In the middle of an operation, which goes on waiting with the lock free.
    threads.release();
    waiter.join();
    assertThat(threads.isReplayOver()).isTrue();
  }

  @Test
  void shouldSayWhetherAnotherThreadStillHasSomethingToRepeat() throws Exception {
    Played rank = new Played(List.of(0, 1, 1));
    Threads threads = new Threads(rank.turns, rank);
    assertThat(threads.watch().isAnotherDue()).isFalse();
    threads.activate();
    assertThat(threads.watch().isAnotherDue()).isFalse();
    LogicalThread child = threads.spawn();
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch second = new CountDownLatch(1);
    Thread thread =
        new Thread(
            () -> {
              try {
                append(threads, new ArrayList<>(), 1, new Random(1));
                first.await();
                append(threads, new ArrayList<>(), 1, new Random(1));
                second.await();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    threads.assign(child, thread);
    assertThat(threads.watch().isAnotherDue()).isTrue();
    thread.start();
    first.countDown();
    while (!threads.isReplayOver()) {
      Thread.onSpinWait();
    }
    assertThat(threads.watch().isAnotherDue()).isFalse();
    second.countDown();
    thread.join();
  }

  @Test
  void shouldNotExpectAnythingOfAThreadThatHasEnded() throws Exception {
    Played rank = new Played(List.of(0, 1));
    Threads threads = new Threads(rank.turns, rank);
    threads.activate();
    LogicalThread child = threads.spawn();
    Thread thread = new Thread(() -> {});
    threads.assign(child, thread);
    thread.start();
    thread.join();
    assertThat(threads.watch().isAnotherDue()).isFalse();
  }

  /** A crew of a program that has another thread, which does something. */
  private static Thread start(Threads threads, Runnable other) {
    LogicalThread child = threads.spawn();
    Thread thread = new Thread(other, "the other");
    threads.assign(child, thread);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @Test
  void shouldLetOthersMakeEventsWhileCodeOfTheProgramRunsWithinACall() throws Exception {
    Played rank = new Played(List.of());
    Threads threads = new Threads(rank.turns, rank);
    threads.activate();
    Object map = new Object();
    threads.enterCall(map, map);
    threads.enterCall(new Object(), null); // What the call runs makes an event.
    threads.leave(null);
    Thread other = start(threads, () -> append(threads, new ArrayList<>(), 1, new Random(1)));
    other.join();
    threads.leave(map);
    assertThat(rank.events).containsExactly(0, 0, 0, 1);
  }

  @Test
  void shouldKeepOthersFromAnObjectUntilTheCallThatRunsCodeOfTheProgramReturns() throws Exception {
    Played rank = new Played(List.of());
    Threads threads = new Threads(rank.turns, rank);
    threads.activate();
    Object map = new Object();
    threads.enterCall(map, map);
    threads.stepOut();
    threads.enterCall(map, null); // The same thread may enter it again.
    threads.leave(map);
    Thread other =
        start(
            threads,
            () -> {
              threads.enterCall(map, null);
              threads.leave(map);
            });
    threads.enterCall(new Object(), null);
    threads.leave(null);
    while (other.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    assertThat(rank.events).containsExactly(0, 0, 0, 0);
    threads.leave(map);
    other.join();
    assertThat(rank.events).containsExactly(0, 0, 0, 0, 1);
  }

  @Test
  void shouldKeepWritersFromAKeyButNotReadersAndOtherKeys() throws Exception {
    Played rank = new Played(List.of());
    Threads threads = new Threads(rank.turns, rank);
    threads.activate();
    Object map = new Object();
    threads.enterCall(map, "a");
    threads.use(map, "a");
    threads.leave(map);
    Thread others =
        start(
            threads,
            () -> {
              threads.enterCall(map, null);
              threads.leave(map);
              threads.enterCall(map, "b");
              threads.leave(map);
            });
    others.join();
    List<Thread> writers = new ArrayList<>();
    for (Object key : List.of("a", map)) {
      writers.add(
          start(
              threads,
              () -> {
                threads.enterCall(map, key);
                threads.leave(map);
              }));
    }
    for (Thread writer : writers) {
      while (writer.getState() != Thread.State.TIMED_WAITING) {
        Thread.onSpinWait();
      }
    }
    assertThat(rank.events).containsExactly(0, 0, 1, 1, 0, 0);
    threads.endUse(map, "a");
    for (Thread writer : writers) {
      writer.join();
    }
    assertThat(rank.events).hasSize(8);
  }

  @Test
  void shouldLetOthersGoOnWhileAThreadWaitsThatWasInterrupted() throws Exception {
    Played rank = new Played(List.of());
    Threads threads = new Threads(rank.turns, rank);
    threads.activate();
    int[] box = new int[1];
    CountDownLatch waits = new CountDownLatch(1);
    boolean[] interrupted = new boolean[1];
    Thread waiter =
        start(
            threads,
            () -> {
              Thread.currentThread().interrupt();
              try {
                threads
                    .handOvers()
                    .await(
                        box,
                        () -> {
                          waits.countDown();
                          return box[0] == 0 ? null : box[0];
                        },
                        -1,
                        false);
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
              interrupted[0] = Thread.interrupted();
            });
    waits.await();
    threads.enter();
    box[0] = 1;
    threads.leave(box);
    waiter.join();
    assertThat(interrupted[0]).isTrue();
  }

  @Test
  void shouldSayThatTheThreadThatIsDueHasEnded() throws Exception {
    assertStuck(List.of(0, 1, 1, 0), "number 1, thread 0.1, which has ended", 1);
  }

  @Test
  void shouldSayThatTheThreadThatIsDueWasNotStarted() throws Exception {
    assertStuck(List.of(0, 2, 0), "number 2, which was not started this time", 1);
  }

  /** The child makes its events and ends; then main waits for its turn, which never comes. */
  private static void assertStuck(List<Integer> recorded, String why, int eventsOfChild)
      throws Exception {
    Played rank = new Played(recorded);
    Threads threads = new Threads(rank.turns, rank);
    CountDownLatch waits = new CountDownLatch(1);
    Thread main =
        new Thread(
            () -> {
              threads.activate();
              LogicalThread child = threads.spawn();
              Thread thread =
                  new Thread(
                      () -> {
                        if (recorded.get(1) == 1) {
                          append(threads, new ArrayList<>(), eventsOfChild, new Random(1));
                        }
                      });
              threads.assign(child, thread);
              thread.start();
              try {
                thread.join();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
              waits.countDown();
              threads.enter();
            });
    main.setDaemon(true);
    main.start();
    waits.await();
    assertThatThrownBy(() -> threads.watch().requireProgress())
        .isInstanceOf(FtmpjException.class)
        .hasMessageContaining("FTMPJ-1507")
        .hasMessageContaining(why);
  }
}
