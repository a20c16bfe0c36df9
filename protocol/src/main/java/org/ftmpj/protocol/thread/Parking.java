package org.ftmpj.protocol.thread;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.function.Consumer;

/**
 * Takes down the stacks of threads that wait for messages, or for each other, so that a checkpoint
 * has them, and has them put up again. Asked for by the thread that runs main, between two of its
 * operations.
 *
 * <pre>
 *   waits --asked by {@link #park}--> RUNS --{@link #answer}--> UNWINDS --{@link #stay}--> PARKED
 *
 *   PARKED --{@link #release}--> RESUMES --{@link #tookUp}--> IS_UP --all are, {@link #go}--> RUNS
 * </pre>
 *
 * <p>A thread that is asked may also refuse, because its stack cannot be taken down, or go on,
 * because what it waits for has come. One thread after the other is asked, so that what takes a
 * stack down or puts it up serves one at a time. None goes on before all have taken up their
 * operations: these began before whatever comes now.
 */
public final class Parking {

  /** The means to take the stack of the calling thread down. */
  public interface Stacks {
    /** Why not; empty if it can. */
    Optional<String> obstacle();

    /** Thrown by the operation in which the thread waits, it takes the stack down. */
    Error unwinding();
  }

  private final EventLock lock;
  private final EventOrder order;
  private final CurrentThread currentThread;
  private final RankWaits rankWaits;
  private final Changes changes;
  private final Condition changed;
  private volatile Stacks stacks;

  /** The thread that is asked to give up its stack, and has not answered; null if none is. */
  private volatile LogicalThread asked;

  /** Why the thread that was asked last cannot; null if it can, or has gone on. */
  private String refusal;

  private volatile boolean putsUp;

  Parking(
      EventLock lock,
      EventOrder order,
      CurrentThread currentThread,
      RankWaits rankWaits,
      Changes changes) {
    this.lock = lock;
    this.order = order;
    this.currentThread = currentThread;
    this.rankWaits = rankWaits;
    this.changes = changes;
    changed = lock.newCondition();
  }

  /** Sets what takes stacks down. To be called before the program starts a thread. */
  public void by(Stacks takesDown) {
    stacks = takesDown;
  }

  // ---------------------------------------------------------------- the thread that runs main

  /** A thread that does not wait so, and where it is; empty if all others do. */
  public Optional<String> obstacle() {
    if (!order.isActive()) {
      return Optional.empty();
    }
    lock.lock();
    try {
      return order
          .withStacks()
          .filter(other -> stacks == null || !other.state().mayBeParked())
          .findFirst()
          .map(LogicalThread::whereabouts);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Has all other threads give up their stacks. If one cannot, those that did go on.
   *
   * @return which one could not, and why; empty if all have, until {@link #release}
   */
  public Optional<String> park() {
    if (!order.isActive()) {
      return Optional.empty();
    }
    lock.lock();
    try {
      for (LogicalThread other : order.withStacks().toList()) {
        refusal = null;
        if (stacks == null || !other.state().mayBeParked() || !takesDown(other)) {
          String why = other.whereabouts() + (refusal == null ? "" : ": " + refusal);
          putUp();
          go();
          return Optional.of(why);
        }
      }
      return Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  private boolean takesDown(LogicalThread other) {
    asked = other;
    rankWaits.wakeForArrivals();
    changes.wakeAll();
    while (asked == other || other.state() == ThreadState.UNWINDS) {
      awaitChange();
    }
    return other.state() == ThreadState.PARKED;
  }

  /**
   * All threads whose stacks are taken down put them up again; returns when they have. They go on
   * when main's is up, too, {@link #go}: until then none may enter a monitor that another one had
   * entered.
   */
  public void release() {
    if (!order.isActive()) {
      return;
    }
    lock.lock();
    try {
      putUp();
    } finally {
      lock.unlock();
    }
  }

  private void putUp() {
    for (LogicalThread other : order.others()) {
      if (other.state() == ThreadState.PARKED) {
        other.become(ThreadState.RESUMES);
        changed.signalAll();
        awaitIsUp(other);
      }
    }
  }

  /**
   * Threads put up the stacks of a checkpoint from which the rank goes on; returns when they have.
   * They go on as after {@link #release}.
   *
   * @param threads that were held by it
   * @param start starts the thread of the virtual machine that runs one of them
   */
  public void restore(List<LogicalThread> threads, Consumer<LogicalThread> start) {
    lock.lock();
    try {
      for (LogicalThread thread : threads) {
        start.accept(thread);
        awaitIsUp(thread);
      }
    } finally {
      lock.unlock();
    }
  }

  /** All stacks are up, main's, too: the threads go on. */
  public void go() {
    if (!order.isActive()) {
      return;
    }
    lock.lock();
    try {
      order.others().stream()
          .filter(thread -> thread.state() == ThreadState.IS_UP)
          .forEach(thread -> thread.become(ThreadState.RUNS));
      putsUp = false;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void awaitIsUp(LogicalThread thread) {
    putsUp = true;
    while (thread.state() == ThreadState.RESUMES) {
      awaitChange();
    }
  }

  private void awaitChange() {
    lock.await(currentThread.current(), changed, ThreadState.AWAITS_A_THREAD);
  }

  // ---------------------------------------------------------------- a thread that waits

  /** Whether a thread is asked to give up its stack. Any thread. */
  public boolean asks() {
    return asked != null;
  }

  /**
   * What the calling thread waits for has not come: if it is asked to, it gives up its stack. With
   * the lock.
   *
   * @param canGoOn whether what it is in can be taken up again
   * @return what to throw; null if it waits on
   */
  public Error answer(boolean canGoOn) {
    LogicalThread self = currentThread.current();
    if (self != asked) {
      return null;
    }
    Optional<String> obstacle =
        canGoOn ? stacks.obstacle() : Optional.of("it repeats what was recorded");
    refusal = obstacle.orElse(null);
    asked = null;
    changed.signalAll();
    if (obstacle.isPresent()) {
      return null;
    }
    self.become(ThreadState.UNWINDS);
    return stacks.unwinding();
  }

  /** What the calling thread has waited for has come, or its wait is over. With the lock. */
  public void goesOn() {
    if (asked != null && asked == currentThread.current()) {
      asked = null;
      changed.signalAll();
    }
  }

  /** Whether that was thrown to take a stack down. Any thread. */
  public boolean isUnwinding(Throwable thrown) {
    return stacks != null && thrown == stacks.unwinding();
  }

  /** The stack of the calling thread is taken down: waits until it is to be put up again. */
  public void stay() {
    LogicalThread self = currentThread.current();
    lock.lock();
    try {
      self.become(ThreadState.PARKED);
      changed.signalAll();
      while (self.state() == ThreadState.PARKED) {
        lock.await(changed);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Whether stacks are put up. Any thread. */
  public boolean putsUp() {
    return putsUp;
  }

  /**
   * The calling thread has taken up its operation, if it was in one: waits until all others have.
   * With the lock.
   */
  public void tookUp() {
    LogicalThread self = currentThread.current();
    if (self.state() == ThreadState.RESUMES) {
      self.become(ThreadState.IS_UP);
      changed.signalAll();
    }
    while (self.state() == ThreadState.IS_UP) {
      lock.await(changed);
    }
  }
}
