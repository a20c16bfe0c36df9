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
  /** The time after which a thread that waits at a monitor sees that all stacks are up. */
  private static final long MONITOR_RECHECK_MS = 2;

  /**
   * The longest time until a thread that waits at a monitor answers: longer if another one has that
   * monitor.
   */
  private static final long MONITOR_ANSWER_NS = 200_000_000L;

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
  private final TurnWaits turnWaits;
  private final Changes changes;
  private final Condition changed;
  private volatile Stacks stacks;

  /** The thread that is asked to give up its stack and has not answered; null if there is none. */
  private volatile LogicalThread requested;

  /** The reason why the thread that was asked last refused; null if it has not. */
  private String refusal;

  private volatile boolean putsUp;

  /** Whether a stack may be down, main's or another one, without the monitors that it had. */
  private volatile boolean isUnderWay;

  Parking(
      EventLock lock,
      EventOrder order,
      CurrentThread currentThread,
      RankWaits rankWaits,
      TurnWaits turnWaits,
      Changes changes) {
    this.lock = lock;
    this.order = order;
    this.currentThread = currentThread;
    this.rankWaits = rankWaits;
    this.turnWaits = turnWaits;
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
          .filter(other -> !mayBeParked(other))
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
      isUnderWay = true;
      for (LogicalThread other : order.withStacks().toList()) {
        refusal = null;
        if (!mayBeParked(other) || !takesDown(other)) {
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

  /** Whether it waits, and not for a monitor that the calling thread has. */
  private boolean mayBeParked(LogicalThread other) {
    boolean isKeptOut = other.waitsAt() != null && Thread.holdsLock(other.waitsAt());
    return stacks != null && other.state().mayBeParked() && !isKeptOut;
  }

  private boolean takesDown(LogicalThread other) {
    requested = other;
    Object monitor = other.waitsAt();
    if (monitor == null) {
      rankWaits.wakeForArrivals();
      changes.wakeAll();
    } else {
      awaitAnswerAt(monitor, other);
    }
    while (requested == other || other.state() == ThreadState.UNWINDS) {
      awaitChange();
    }
    return other.state() == ThreadState.PARKED;
  }

  /** Returns when the thread has answered, or is no longer asked because it is kept out. */
  private void awaitAnswerAt(Object monitor, LogicalThread other) {
    turnWaits.wakeAt(monitor);
    long endNs = System.nanoTime() + MONITOR_ANSWER_NS;
    long leftNs = MONITOR_ANSWER_NS;
    while (requested == other && leftNs > 0) {
      lock.await(currentThread.current(), changed, leftNs, ThreadState.AWAITS_A_THREAD);
      leftNs = endNs - System.nanoTime();
    }
    if (requested == other) {
      requested = null;
    }
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
      isUnderWay = true;
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
      isUnderWay = false;
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

  /**
   * Whether stacks are down, and the monitors free that they have had: no other thread may enter
   * these. Any thread.
   */
  public boolean isUnderWay() {
    return isUnderWay;
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
    LogicalThread self = resumed();
    while (self.state() == ThreadState.IS_UP) {
      lock.await(changed);
    }
  }

  /** Waits likewise, and meanwhile releases the monitor that the calling thread holds. */
  void tookUp(Object monitor) {
    LogicalThread self = resumed();
    boolean interrupted = false;
    while (self.state() == ThreadState.IS_UP) {
      interrupted |= lock.await(monitor, MONITOR_RECHECK_MS);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private LogicalThread resumed() {
    LogicalThread self = currentThread.current();
    if (self.state() == ThreadState.RESUMES) {
      self.become(ThreadState.IS_UP);
      changed.signalAll();
    }
    return self;
  }
}
