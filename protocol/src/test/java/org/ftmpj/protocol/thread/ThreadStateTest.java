package org.ftmpj.protocol.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ftmpj.protocol.thread.ThreadState.AWAITS_ARRIVALS;
import static org.ftmpj.protocol.thread.ThreadState.AWAITS_A_HAND_OVER;
import static org.ftmpj.protocol.thread.ThreadState.AWAITS_A_THREAD;
import static org.ftmpj.protocol.thread.ThreadState.AWAITS_ITS_TURN;
import static org.ftmpj.protocol.thread.ThreadState.AWAITS_THE_END_OF_THE_REPLAY;
import static org.ftmpj.protocol.thread.ThreadState.IS_UP;
import static org.ftmpj.protocol.thread.ThreadState.PARKED;
import static org.ftmpj.protocol.thread.ThreadState.RESUMES;
import static org.ftmpj.protocol.thread.ThreadState.RUNS;
import static org.ftmpj.protocol.thread.ThreadState.UNWINDS;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.ftmpj.protocol.thread.ThreadsTest.Played;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The states of a thread that waits, and is parked; each change that is possible comes about. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ThreadStateTest {
  private final Set<Change> seen = new HashSet<>();

  private record Change(ThreadState from, ThreadState to) {}

  private static final class Unwinding extends Error {
    private static final long serialVersionUID = 1;
  }

  /** Main, which the calling thread is, and another thread that does one thing. */
  private final class Two {
    private final Threads threads;
    private final LogicalThread other;
    private ThreadState last = RUNS;
    private Thread carrier;

    /**
     * @param recorded events that are repeated; the first is the birth of the other thread
     */
    Two(List<Integer> recorded) {
      Played rank = new Played(recorded);
      threads = new Threads(rank.turns, rank);
      threads.activate();
      other = threads.spawn();
    }

    void start(Runnable action) {
      carrier = new Thread(action);
      threads.assign(other, carrier);
      carrier.start();
    }

    /** Waits until the other thread is in that state, which comes right after the last one. */
    void await(ThreadState next) {
      while (state() != next) {
        Thread.onSpinWait();
      }
      note(next);
    }

    /** The other thread is in that state, which comes right after the last one. */
    void note(ThreadState next) {
      assertThat(state()).isEqualTo(next);
      seen.add(new Change(last, next));
      last = next;
    }

    private ThreadState state() {
      threads.living(); // under the lock
      return other.state();
    }

    void event(Object changed) {
      threads.enter();
      threads.leave(changed);
    }

    void end() throws InterruptedException {
      carrier.join();
      note(RUNS);
    }
  }

  private static Set<Change> possible() {
    Set<Change> all = new HashSet<>();
    for (ThreadState from : ThreadState.values()) {
      for (ThreadState to : ThreadState.values()) {
        if (from.mayBecome(to)) {
          all.add(new Change(from, to));
        }
      }
    }
    return all;
  }

  @AfterAll
  void requireThatEachChangeWasSeen() {
    assertThat(seen).isEqualTo(possible());
  }

  @ParameterizedTest
  @EnumSource
  void shouldChangeInNoOtherWay(ThreadState state) {
    LogicalThread thread = new LogicalThread(1, "0.1");
    path(state).forEach(thread::become);
    for (ThreadState next : ThreadState.values()) {
      if (!state.mayBecome(next)) {
        assertThatThrownBy(() -> thread.become(next))
            .isInstanceOf(IllegalStateException.class)
            .hasMessage("thread 0.1 is to become " + next + ", but " + state);
      }
    }
    assertThat(thread.state()).isEqualTo(state);
  }

  /** How a thread comes to that state. */
  private static List<ThreadState> path(ThreadState state) {
    List<ThreadState> toPark = List.of(UNWINDS, PARKED, RESUMES, IS_UP);
    return toPark.contains(state)
        ? toPark.subList(0, toPark.indexOf(state) + 1)
        : state == RUNS ? List.of() : List.of(state);
  }

  @Test
  void shouldWaitForItsTurn() throws Exception {
    Two two = new Two(List.of(0, 0, 1));
    two.start(() -> two.event(null));
    two.await(AWAITS_ITS_TURN);
    two.event(null);
    two.end();
  }

  @Test
  void shouldWaitForTheEndOfTheReplay() throws Exception {
    Two two = new Two(List.of(0, 0));
    two.start(
        () -> {
          two.threads.hold();
          two.threads.waits().awaitLive();
          two.threads.release();
        });
    two.await(AWAITS_THE_END_OF_THE_REPLAY);
    two.event(null);
    two.end();
  }

  @Test
  void shouldWaitForArrivals() throws Exception {
    Two two = new Two(List.of());
    CountDownLatch rung = new CountDownLatch(1);
    two.start(
        () -> {
          two.threads.hold();
          two.threads.waits().awaitArrivals(() -> await(rung), rung::countDown);
          two.threads.release();
        });
    two.await(AWAITS_ARRIVALS);
    two.threads.rouse();
    two.end();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldWaitForAnotherThreadForATime() throws Exception {
    Two two = new Two(List.of());
    boolean[] given = new boolean[1];
    two.start(() -> handOver(two, given, Long.MAX_VALUE / 2));
    two.await(AWAITS_A_THREAD);
    give(two, given);
    two.end();
  }

  /** Waits until it is given. */
  private static void handOver(Two two, boolean[] given, long timeoutNs) {
    try {
      two.threads.handOvers().await(given, () -> given[0] ? given : null, timeoutNs, false);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void give(Two two, boolean[] given) {
    two.threads.enter();
    given[0] = true;
    two.threads.leave(given);
  }

  @Test
  void shouldBeParkedInAHandOver() throws Exception {
    Two two = new Two(List.of());
    boolean[] given = new boolean[1];
    Unwinding unwinding = new Unwinding();
    EnumSet<ThreadState> own = EnumSet.noneOf(ThreadState.class);
    two.threads.parking().by(new StacksOf(Optional.empty(), unwinding));
    two.start(
        () -> {
          try {
            handOver(two, given, -1);
          } catch (Unwinding e) {
            own.add(two.other.state());
            two.threads.parking().stay();
            own.add(two.other.state());
          }
          handOver(two, given, -1);
        });
    two.await(AWAITS_A_HAND_OVER);
    assertThat(two.threads.parking().park()).isEmpty();
    assertThat(own).containsExactly(UNWINDS);
    seen.add(new Change(AWAITS_A_HAND_OVER, RUNS)); // before it answers
    two.last = RUNS;
    seen.add(new Change(RUNS, UNWINDS));
    two.last = UNWINDS;
    two.note(PARKED);
    two.threads.parking().release();
    assertThat(own).containsExactly(UNWINDS, RESUMES);
    seen.add(new Change(PARKED, RESUMES));
    two.last = RESUMES;
    two.note(IS_UP);
    give(two, given);
    two.threads.parking().go();
    two.end();
  }

  private record StacksOf(Optional<String> obstacle, Error unwinding) implements Parking.Stacks {}

  @Test
  void shouldWaitOnIfItRefusesToBeParked() throws Exception {
    Two two = new Two(List.of());
    boolean[] given = new boolean[1];
    two.threads.parking().by(new StacksOf(Optional.of("it is native"), new Unwinding()));
    two.start(() -> handOver(two, given, -1));
    two.await(AWAITS_A_HAND_OVER);
    assertThat(two.threads.parking().park())
        .hasValueSatisfying(why -> assertThat(why).endsWith(": it is native"));
    assertThat(two.threads.parking().asks()).isFalse();
    give(two, given);
    two.end();
  }

  @Test
  void shouldResumeWhenItWasRestored() {
    Two two = new Two(List.of());
    LogicalThread restored = LogicalThread.restored(two.other.snapshot());
    two.threads.order().goesOn(restored);
    assertThat(restored.state()).isEqualTo(RESUMES);
    seen.add(new Change(RUNS, RESUMES));
  }

  @Test
  void shouldBeWithoutAStackWhileItWaitsForItsTime() {
    Two two = new Two(List.of());
    LogicalThread main = two.threads.current();
    LogicalThread task = two.threads.spawn();
    EventOrder order = two.threads.order();
    assertThat(order.withStacks()).contains(task);
    task.schedule();
    assertThat(order.withStacks()).doesNotContain(task);
    assertThat(order.others()).contains(task);
    Played rank = new Played(List.of());
    EventOrder later = new EventOrder(rank.turns, rank);
    List<LogicalThread> restored = later.restore(order.checkpoint(main, List.of(task)));
    assertThat(later.others()).isEqualTo(restored);
    assertThat(later.withStacks()).isEmpty();
    two.threads.run(restored.get(0), () -> assertThat(later.withStacks()).isEqualTo(restored));
  }
}
