package org.ftmpj.protocol.thread;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** The waits of threads for their turns in a replay. Guarded by the lock. */
final class TurnWaits {
  private static final long MONITOR_RECHECK_MS = 100;

  private final EventLock lock;
  private final EventOrder order;
  private final RankWaits rankWaits;

  /** The waiting threads by number. */
  private final Map<Integer, Place> waiting = new HashMap<>();

  private Consumer<Object> waker = monitor -> {};

  /** The wait of a thread. */
  private static final class Place {
    final Condition turn;

    /** The monitor that the thread releases meanwhile; null if there is none. */
    Object monitor;

    Place(Condition turn) {
      this.turn = turn;
    }
  }

  TurnWaits(EventLock lock, EventOrder order, RankWaits rankWaits) {
    this.lock = lock;
    this.order = order;
    this.rankWaits = rankWaits;
  }

  /**
   * @param monitors wakes, in another thread, all threads that wait at a monitor
   */
  void waker(Consumer<Object> monitors) {
    waker = monitors;
  }

  /** Wakes, in another thread, all threads that wait at the monitor. */
  void wakeAt(Object monitor) {
    waker.accept(monitor);
  }

  /** Waits until an event of a thread may take effect. */
  void await(LogicalThread thread) {
    Attempt attempt;
    while ((attempt = order.mayEnter(thread)) == Attempt.NOT_ITS_TURN) {
      thread.requireNotStopped();
      lock.await(thread, placeOf(thread).turn, ThreadState.AWAITS_ITS_TURN);
    }
    waiting.remove(thread.number());
    if (attempt == Attempt.RECORD_ENDED) {
      rankWaits.awaitOthers();
      throw order.pastRecord(thread);
    }
  }

  /**
   * Waits for at most the given time until an event of a thread may take effect or the thread is
   * withdrawn.
   *
   * @return whether one of these has happened
   */
  boolean awaitBegin(LogicalThread thread, long ns) {
    long endNs = System.nanoTime() + ns;
    while (!thread.isWithdrawn() && !order.isTurnOf(thread)) {
      long restNs = endNs - System.nanoTime();
      if (restNs <= 0) {
        return false;
      }
      lock.await(thread, placeOf(thread).turn, restNs, ThreadState.AWAITS_ITS_TURN);
    }
    waiting.remove(thread.number());
    return true;
  }

  /**
   * Waits for a thread's turn, and meanwhile releases the monitor that the calling thread holds.
   */
  void await(LogicalThread thread, Object monitor) {
    await(thread, monitor, () -> order.isTurnOf(thread));
  }

  /** Waits likewise until something is so. */
  void await(LogicalThread thread, Object monitor, BooleanSupplier isOver) {
    boolean interrupted = false;
    while (!isOver.getAsBoolean()) {
      Place place = placeOf(thread);
      place.monitor = monitor;
      thread.become(ThreadState.AWAITS_ITS_TURN);
      interrupted |= lock.await(monitor, MONITOR_RECHECK_MS);
      place.monitor = null;
      thread.become(ThreadState.RUNS);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private Place placeOf(LogicalThread thread) {
    return waiting.computeIfAbsent(thread.number(), number -> new Place(lock.newCondition()));
  }

  void wake(int thread) {
    Place due = waiting.get(thread);
    if (due != null) {
      wake(due);
    }
  }

  void wakeAll() {
    waiting.values().forEach(this::wake);
  }

  private void wake(Place place) {
    if (place.monitor != null) {
      waker.accept(place.monitor);
    } else {
      lock.signalAll(place.turn);
    }
  }
}
