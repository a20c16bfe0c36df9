package org.ftmpj.protocol.thread;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.function.Consumer;

/**
 * Takes down the stacks of threads that wait for messages or for each other, to put them into a
 * checkpoint, and has them put up again. The thread that runs main requests this between two of its
 * operations.
 *
 * <pre>
 *   waits --{@link #park}--> RUNS --{@link #answer}--> UNWINDS --{@link #stay}--> PARKED
 *
 *   PARKED --{@link #release}--> RESUMES --{@link #tookUp}--> IS_UP --all are, {@link #go}--> RUNS
 * </pre>
 *
 * <p>A thread that is asked may also refuse because its stack cannot be taken down, or go on
 * because its wait is over. Threads are asked one after the other, so only one stack at a time is
 * taken down or put up. None goes on before all have resumed their operations, which began before
 * anything that comes now.
 */
public final class Parking {

  /** The means to take the stack of the calling thread down. */
  public interface Stacks {
    /** The reason why the stack cannot be taken down; empty if it can. */
    Optional<String> obstacle();

    /**
     * The error that takes the stack down when the operation in which the thread waits throws it.
     */
    Error unwinding();
  }

  private final EventLock lock;
  private final EventOrder order;
  private final CurrentThread currentThread;
  private final RankWaits rankWaits;
  private final Changes changes;
  private final Condition changed;
  private volatile Stacks stacks;

  /** The thread that is asked to give up its stack and has not answered; null if there is none. */
  private volatile LogicalThread requested;

  /** The reason why the thread that was asked last refused; null if it has not. */
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

  /** Sets the means to take stacks down. To be called before the program starts a thread. */
  public void by(Stacks takesDown) {
    stacks = takesDown;
  }

  // ---------------------------------------------------------------- the thread that runs main

  /** Another thread whose stack cannot be taken down, and its place; empty if there is none. */
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
   * Makes all other threads give up their stacks. If one cannot, those that did go on.
   *
   * @return the thread that could not, and why; empty if all have, until {@link #release}
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
    requested = other;
    rankWaits.wakeForArrivals();
    changes.wakeAll();
    while (requested == other || other.state() == ThreadState.UNWINDS) {
      awaitChange();
    }
    return other.state() == ThreadState.PARKED;
  }

  /**
   * Makes the parked threads put up their stacks again; returns when they have. They go on after
   * {@link #go}, when main's stack is up, too: until then none may enter a monitor that another one
   * had entered.
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
   * Makes threads put up the stacks of the checkpoint from which the rank goes on; returns when
   * they have. They go on as after {@link #release}.
   *
   * @param the threads in the checkpoint
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

  /** Lets the threads go on, when all stacks including main's are up. */
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

  /** Whether a thread is being asked to give up its stack. Any thread. */
  public boolean asks() {
    return requested != null;
  }

  /**
   * Gives up the stack of the calling thread, whose wait goes on, if it is asked to. With the lock.
   *
   * @param canGoOn whether its operation can be resumed
   * @return the error to throw; null if the thread waits on
   */
  public Error answer(boolean canGoOn) {
    LogicalThread self = currentThread.current();
    if (self != requested) {
      return null;
    }
    Optional<String> obstacle =
        canGoOn ? stacks.obstacle() : Optional.of("it repeats what was recorded");
    refusal = obstacle.orElse(null);
    requested = null;
    changed.signalAll();
    if (obstacle.isPresent()) {
      return null;
    }
    self.become(ThreadState.UNWINDS);
    return stacks.unwinding();
  }

  /** Notes that the wait of the calling thread is over. With the lock. */
  public void goesOn() {
    if (requested != null && requested == currentThread.current()) {
      requested = null;
      changed.signalAll();
    }
  }

  /** Whether an exception was thrown to take a stack down. Any thread. */
  public boolean isUnwinding(Throwable thrown) {
    return stacks != null && thrown == stacks.unwinding();
  }

  /** Waits, when the stack of the calling thread is taken down, until it has to be put up again. */
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

  /** Whether stacks are being put up. Any thread. */
  public boolean putsUp() {
    return putsUp;
  }

  /**
   * Waits until all other threads have resumed their operations, as the calling one has. With the
   * lock.
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
