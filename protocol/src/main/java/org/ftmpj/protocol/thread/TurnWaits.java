package org.ftmpj.protocol.thread;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.function.Consumer;

/** Where threads wait for their turns in a replay. Guarded by the lock. */
final class TurnWaits {
  private static final long MONITOR_RECHECK_MS = 100;

  private final EventLock lock;
  private final EventOrder order;
  private final RankWaits rankWaits;
  private final Map<Integer, LogicalThread> waiting = new HashMap<>();
  private Consumer<Object> waker = monitor -> {};

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

  /** Returns when an event of that thread may take effect. */
  void await(LogicalThread thread) {
    Attempt attempt;
    while ((attempt = order.mayEnter(thread)) == Attempt.NOT_ITS_TURN) {
      thread.requireNotStopped();
      lock.await(thread, turnOf(thread), LogicalThread.Waiting.FOR_ITS_TURN);
    }
    waiting.remove(thread.number());
    if (attempt == Attempt.RECORD_ENDED) {
      rankWaits.awaitOthers();
      throw order.pastRecord(thread);
    }
  }

  /**
   * Waits, at most so long, until an event of that thread may take effect, or it is withdrawn.
   *
   * @return whether one of both is so
   */
  boolean awaitBegin(LogicalThread thread, long ns) {
    long endNs = System.nanoTime() + ns;
    while (!thread.withdrawn && !order.isTurnOf(thread)) {
      long restNs = endNs - System.nanoTime();
      if (restNs <= 0) {
        return false;
      }
      lock.await(thread, turnOf(thread), restNs, LogicalThread.Waiting.FOR_ITS_TURN);
    }
    waiting.remove(thread.number());
    return true;
  }

  /** Waits for its turn, and gives the monitor, which the calling thread holds, free meanwhile. */
  void await(LogicalThread thread, Object monitor) {
    boolean interrupted = false;
    while (!order.isTurnOf(thread)) {
      turnOf(thread);
      thread.monitor = monitor;
      thread.waiting = LogicalThread.Waiting.FOR_ITS_TURN;
      int holds = lock.unlockFully();
      try {
        monitor.wait(MONITOR_RECHECK_MS);
      } catch (InterruptedException e) {
        interrupted = true;
      } finally {
        lock.lockAgain(holds);
        thread.monitor = null;
        thread.waiting = LogicalThread.Waiting.FOR_NOTHING;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private Condition turnOf(LogicalThread thread) {
    waiting.put(thread.number(), thread);
    if (thread.turn == null) {
      thread.turn = lock.newCondition();
    }
    return thread.turn;
  }

  void wake(int thread) {
    LogicalThread due = waiting.get(thread);
    if (due != null) {
      wake(due);
    }
  }

  void wakeAll() {
    waiting.values().forEach(this::wake);
  }

  private void wake(LogicalThread thread) {
    if (thread.monitor != null) {
      waker.accept(thread.monitor);
    } else if (thread.turn != null) {
      lock.signalAll(thread.turn);
    }
  }
}
