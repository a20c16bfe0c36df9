package org.ftmpj.protocol.thread;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;

/**
 * The threads of a rank: one lock under which their events take effect one after the other, in an
 * order that is recorded, and in replay enforced.
 *
 * <p>An event is an operation of MPI, or a hand-over between threads. Because there is one order of
 * all events of a rank, the clock of its operations is as determined as with one thread, and every
 * other determinant stays as it is.
 *
 * <p>As long as the program has not started a thread, nothing is locked and nothing is recorded.
 * Any thread.
 */
public final class Threads {

  /** What threads ask of the rank. Called under the lock. */
  public interface Rank {
    /** There are several threads from now on. */
    void begin();

    /** An event of that thread is new. */
    void record(int thread);

    /** Every recorded event was repeated. Makes the rank live unless something is missing. */
    void advance();

    /** Whether the rank is live. */
    boolean isLive();

    /** The rank has to be live for a new event of that thread; throws if it is not. */
    void requireLive(String thread);
  }

  /** Not a thread of the program. */
  private static final LogicalThread STRANGER = new LogicalThread(-1, "unknown");

  /** So long a change by what is not woven may go unseen. */
  private static final long RECHECK_NS = TimeUnit.MILLISECONDS.toNanos(20);

  private static final long MONITOR_RECHECK_MS = 100;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private final Condition live = lock.newCondition();
  private final Turns turns;
  private final Standstill standstill;
  private final Stillness stillness;
  private final Rank rank;
  private final ThreadLocal<LogicalThread> current = ThreadLocal.withInitial(this::started);
  private final Map<Thread, LogicalThread> started = new WeakHashMap<>(); // guarded by itself
  private final Map<Integer, LogicalThread> awaitingTurn = new HashMap<>();

  /** By number, until the rank is live. */
  private final Map<Integer, LogicalThread> born = new HashMap<>();

  private final Map<Object, Waiters> waiters = new java.util.IdentityHashMap<>();
  private Consumer<Object> waker = monitor -> {};
  private Runnable onActive = () -> {};
  private Thread driver;
  private Runnable wakeDriver = () -> {};
  private int last;
  private volatile boolean active;
  private volatile boolean settled;
  private volatile boolean atEnd;

  /** Threads that wait until another one does something to an object. */
  private static final class Waiters {
    final Condition changed;
    int number;

    Waiters(Condition changed) {
      this.changed = changed;
    }
  }

  public Threads(Turns turns, Rank rank) {
    this.turns = turns;
    this.standstill = new Standstill(turns);
    this.stillness = new Stillness(turns);
    this.rank = rank;
  }

  /**
   * To be called before the program starts.
   *
   * @param waker wakes, in another thread, all threads that wait at a monitor; called under the
   *     lock
   * @param onActive called when the program starts its first thread
   */
  public void begin(Consumer<Object> waker, Runnable onActive) {
    this.waker = waker;
    this.onActive = onActive;
  }

  /** Whether the program has started a thread. */
  public boolean areActive() {
    return active;
  }

  /** Whether the calling thread is one of the program, so that what it does is recorded. */
  public boolean isKnown() {
    return active && current.get() != STRANGER;
  }

  /** The calling thread; null if it is none of the program. */
  public LogicalThread current() {
    return isKnown() ? current.get() : null;
  }

  private LogicalThread started() {
    synchronized (started) {
      LogicalThread thread = started.get(Thread.currentThread());
      return thread == null ? STRANGER : thread;
    }
  }

  /** The calling thread runs main, and is about to start another one. */
  public void activate() {
    if (active) {
      return;
    }
    LogicalThread main = new LogicalThread(0, "0");
    main.carrier = new WeakReference<>(Thread.currentThread());
    born.put(0, main);
    current.set(main);
    rank.begin();
    settled = rank.isLive();
    active = true;
    onActive.run();
  }

  // ---------------------------------------------------------------- births and deaths

  /** The calling thread brings forth a thread: an event. */
  public LogicalThread bear() {
    enter();
    try {
      LogicalThread child = current.get().child(++last);
      if (!settled) {
        born.put(child.number(), child);
      }
      return child;
    } finally {
      leave(null);
    }
  }

  /** That thread will run the child. To be called before it is started. */
  public void assign(LogicalThread child, Thread to) {
    child.carrier = new WeakReference<>(to);
    synchronized (started) {
      started.put(to, child);
    }
  }

  /**
   * Runs a task as the thread that it is, in the calling thread. If that is within a call of an
   * executor, the lock is given free meanwhile.
   */
  public <T, E extends Exception> T run(LogicalThread child, Task<T, E> task) throws E {
    LogicalThread before = current.get();
    int holds = giveFree();
    child.carrier = new WeakReference<>(Thread.currentThread());
    current.set(child);
    try {
      return task.run();
    } finally {
      current.set(before);
      child.ended = true;
      child.carrier = null;
      take(holds);
    }
  }

  /** What a thread does. */
  public interface Task<T, E extends Exception> {
    T run() throws E;
  }

  /** Does something that may run code of the program whose events are not to be recorded. */
  public void apart(Runnable action) {
    LogicalThread before = current.get();
    current.set(STRANGER);
    try {
      action.run();
    } finally {
      current.set(before);
    }
  }

  // ---------------------------------------------------------------- events

  /**
   * An event of the calling thread begins: waits for its turn, and keeps all other events out until
   * {@link #leave}. Nothing if there is one thread only.
   */
  public void enter() {
    if (!active) {
      return;
    }
    lock.lock();
    boolean done = false;
    try {
      LogicalThread thread = current.get();
      awaitTurn(thread);
      count(thread);
      done = true;
    } finally {
      if (!done) {
        lock.unlock();
      }
    }
  }

  /**
   * The event has taken effect.
   *
   * @param changed the object that others may wait for; null if there is none
   */
  public void leave(Object changed) {
    if (!active || !lock.isHeldByCurrentThread()) {
      return;
    }
    try {
      if (changed != null) {
        changed(changed);
      }
      if (driver == null) {
        arrived.signal();
      }
      if (lock.getHoldCount() == 1) {
        settle();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * To be called before the calling thread waits for something that another one may hold while it
   * waits for this lock.
   *
   * @throws FtmpjException {@code UNSUPPORTED_HAND_OVER} within an event
   */
  public void requireNoEvent(String does) {
    if (lock.isHeldByCurrentThread()) {
      throw new FtmpjException(
          ErrorCode.UNSUPPORTED_HAND_OVER,
          current.get()
              + " "
              + does
              + " in code that an atomic method of the JDK calls, such as compute or updateAndGet");
    }
  }

  /** Keeps other events out, without an event of one's own. */
  public void hold() {
    if (active) {
      lock.lock();
    }
  }

  /** The end of {@link #hold}. */
  public void release() {
    if (!active || !lock.isHeldByCurrentThread()) {
      return;
    }
    try {
      if (driver == null) {
        arrived.signal();
      }
      if (lock.getHoldCount() == 1) {
        settle();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * In replay, waits for the turn of the calling thread, which stays its turn.
   *
   * @return whether it is its turn; else the replay is over
   */
  public boolean awaitTurn() {
    lock.lock();
    try {
      awaitTurn(current.get());
      return !turns.areOver();
    } finally {
      lock.unlock();
    }
  }

  private void awaitTurn(LogicalThread thread) {
    while (!isDue(thread)) {
      await(thread, turnOf(thread), LogicalThread.Waiting.FOR_ITS_TURN);
    }
    awaitingTurn.remove(thread.number());
    if (turns.areOver() && !settled) {
      settle();
      if (!settled) {
        rank.requireLive(thread.toString());
      }
    }
  }

  private boolean isDue(LogicalThread thread) {
    return turns.areOver() || turns.due() == thread.number();
  }

  private Condition turnOf(LogicalThread thread) {
    awaitingTurn.put(thread.number(), thread);
    if (thread.turn == null) {
      thread.turn = lock.newCondition();
    }
    return thread.turn;
  }

  private void count(LogicalThread thread) {
    if (turns.areOver()) {
      rank.record(thread.number());
    } else if (turns.take()) {
      wakeTheDue();
    }
  }

  private void wakeTheDue() {
    if (turns.areOver()) {
      awaitingTurn.values().forEach(this::wake);
    } else {
      LogicalThread due = awaitingTurn.get(turns.due());
      if (due != null) {
        wake(due);
      }
    }
  }

  private void wake(LogicalThread thread) {
    if (thread.monitor != null) {
      waker.accept(thread.monitor);
    } else if (thread.turn != null) {
      thread.turn.signal();
    }
  }

  /** When all recorded events were repeated, the rank goes live. */
  private void settle() {
    if (settled || atEnd || !turns.areOver()) {
      return;
    }
    rank.advance();
    if (rank.isLive()) {
      live();
    }
  }

  /**
   * The rank is live, in whatever thread's operation it has become so: those that wait for that go
   * on. Called under the lock.
   */
  public void live() {
    if (active && !settled) {
      settled = true;
      born.clear();
      wakeAll();
    }
  }

  /**
   * Everything recorded was repeated, and nothing may follow: a verification has come to the end of
   * the record. Called under the lock.
   */
  public void recordEnds() {
    atEnd = true;
    if (active) {
      wakeAll();
    }
  }

  private void wakeAll() {
    live.signalAll();
    arrived.signalAll();
    if (driver != null && driver != Thread.currentThread()) {
      wakeDriver.run();
    }
  }

  /** Whether nothing recorded is left to repeat, and nothing is missing. Any thread. */
  public boolean isReplayOver() {
    return settled || atEnd;
  }

  // ---------------------------------------------------------------- monitors

  /**
   * The calling thread has entered a monitor: an event. In replay the monitor is given free until
   * it is the thread's turn, for another one may have to enter it before.
   */
  public void entered(Object monitor) {
    LogicalThread thread = current.get();
    requireNoEvent("enters a monitor");
    lock.lock();
    try {
      awaitTurn(thread, monitor);
      awaitTurn(thread);
      count(thread);
      if (lock.getHoldCount() == 1) {
        settle();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * In replay, waits for the turn of the calling thread, and gives the monitor free meanwhile.
   *
   * @return whether it is its turn; else the replay is over
   */
  public boolean awaitTurn(Object monitor) {
    LogicalThread thread = current.get();
    lock.lock();
    try {
      awaitTurn(thread, monitor);
      return !turns.areOver();
    } finally {
      lock.unlock();
    }
  }

  private void awaitTurn(LogicalThread thread, Object monitor) {
    boolean interrupted = false;
    while (!isDue(thread)) {
      turnOf(thread);
      thread.monitor = monitor;
      thread.waiting = LogicalThread.Waiting.FOR_ITS_TURN;
      int holds = giveFree();
      try {
        monitor.wait(MONITOR_RECHECK_MS);
      } catch (InterruptedException e) {
        interrupted = true;
      } finally {
        take(holds);
        thread.monitor = null;
        thread.waiting = LogicalThread.Waiting.FOR_NOTHING;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void take(int holds) {
    for (int i = 0; i < holds; i++) {
      lock.lock();
    }
  }

  // ---------------------------------------------------------------- waiting for other threads

  /**
   * Waits until an attempt succeeds; that is the event. An attempt in vain is none, but for the
   * last one of a wait that ends by time or by an interrupt.
   *
   * @param on the object whose changes can make an attempt succeed
   * @param attempt gives null in vain; does not wait
   * @param timeoutNs negative: without limit
   * @param interruptible whether an interrupt ends the wait
   * @return null if the time was over
   */
  public <T> T await(Object on, Supplier<T> attempt, long timeoutNs, boolean interruptible)
      throws InterruptedException {
    LogicalThread thread = current.get();
    long endNs = timeoutNs < 0 ? 0 : System.nanoTime() + timeoutNs;
    lock.lock();
    try {
      awaitTurn(thread);
      boolean replays = !turns.areOver();
      while (true) {
        if (interruptible && Thread.interrupted()) {
          count(thread);
          throw new InterruptedException();
        }
        T result = attempt.get();
        long restNs = timeoutNs < 0 ? RECHECK_NS : endNs - System.nanoTime();
        if (result != null || timeoutNs >= 0 && (replays || restNs <= 0)) {
          count(thread);
          changed(on);
          return result;
        }
        awaitChange(thread, on, Math.min(restNs, RECHECK_NS), interruptible);
      }
    } finally {
      if (lock.getHoldCount() == 1) {
        settle();
      }
      lock.unlock();
    }
  }

  private void awaitChange(LogicalThread thread, Object on, long ns, boolean interruptible) {
    Waiters own = waiters.computeIfAbsent(on, o -> new Waiters(lock.newCondition()));
    own.number++;
    thread.waiting = LogicalThread.Waiting.FOR_ANOTHER_THREAD;
    boolean interrupted = false;
    try {
      own.changed.awaitNanos(ns);
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      thread.waiting = LogicalThread.Waiting.FOR_NOTHING;
      own.number--;
      if (own.number == 0) {
        waiters.remove(on);
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void changed(Object object) {
    if (!waiters.isEmpty()) {
      Waiters there = waiters.get(object);
      if (there != null) {
        there.changed.signalAll();
      }
    }
  }

  // ---------------------------------------------------------------- waiting for MPI

  /**
   * Waits until something may have arrived. One thread waits at the doorbell, others wait for it.
   * To be called under the lock, which is given free meanwhile.
   *
   * @param atTheDoorbell waits, at most for a while
   * @param ring ends that wait, from another thread
   */
  public void awaitArrivals(Runnable atTheDoorbell, Runnable ring) {
    if (!active) {
      atTheDoorbell.run();
      return;
    }
    LogicalThread thread = current.get();
    if (driver != null) {
      await(thread, arrived, LogicalThread.Waiting.FOR_ARRIVALS);
      return;
    }
    driver = Thread.currentThread();
    wakeDriver = ring;
    thread.waiting = LogicalThread.Waiting.FOR_ARRIVALS;
    int holds = giveFree();
    try {
      atTheDoorbell.run();
    } finally {
      take(holds);
      thread.waiting = LogicalThread.Waiting.FOR_NOTHING;
      driver = null;
      arrived.signal();
    }
  }

  /** Something has arrived and was taken in. Called under the lock. */
  public void arrived() {
    if (active) {
      arrived.signalAll();
      if (driver != null && driver != Thread.currentThread()) {
        wakeDriver.run();
      }
    }
  }

  /**
   * Whether other threads have recorded events to repeat, so that an outcome that the calling one
   * has no record of is not lost, but was not there yet.
   */
  public boolean areReplaying() {
    return active && !settled && !turns.areOver();
  }

  /** Waits until the rank is live. Called under the lock, which is given free meanwhile. */
  public void awaitLive() {
    LogicalThread thread = current.get();
    if (driver == null) {
      arrived.signal(); // Another one has to wait at the doorbell now.
    }
    while (areReplaying()) {
      await(thread, live, LogicalThread.Waiting.FOR_THE_END_OF_THE_REPLAY);
    }
  }

  /**
   * At the end of a record that is verified: returns when no other thread can end the program, as
   * one may have done when it was recorded. Called under the lock, which is given free meanwhile.
   */
  public void awaitOthers() {
    while (active && othersMayGoOn()) {
      rest(live, LogicalThread.Waiting.FOR_THE_END_OF_THE_REPLAY);
    }
  }

  /**
   * In a verification, where everything has arrived: waits for a moment for another thread, which
   * may take in what this one waits for, or end the program. Called under the lock, which is given
   * free meanwhile.
   *
   * @return whether there still is one that can
   */
  public boolean awaitAnother() {
    rest(arrived, LogicalThread.Waiting.FOR_ARRIVALS);
    return othersMayGoOn();
  }

  private void rest(Condition condition, LogicalThread.Waiting what) {
    LogicalThread thread = current.get();
    thread.waiting = what;
    boolean interrupted = false;
    try {
      condition.awaitNanos(RECHECK_NS);
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      thread.waiting = LogicalThread.Waiting.FOR_NOTHING;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean othersMayGoOn() {
    return stillness.othersMayGoOn(born.values(), current.get(), System.nanoTime());
  }

  private void await(LogicalThread thread, Condition condition, LogicalThread.Waiting what) {
    thread.waiting = what;
    try {
      condition.awaitUninterruptibly();
    } finally {
      thread.waiting = LogicalThread.Waiting.FOR_NOTHING;
    }
  }

  // ---------------------------------------------------------------- replays that are stuck

  /**
   * Stops a replay that can never go on: the thread that is due has ended, or was not born, or
   * waits for the others, or all have been standing still for long.
   *
   * @param nowNs of a clock that never runs backwards
   * @throws FtmpjException {@code THREADS_STUCK}
   */
  public void requireProgress(long nowNs) {
    lock.lock();
    try {
      if (!active || isReplayOver()) {
        return;
      }
      if (turns.areOver()) {
        settle();
        if (!isReplayOver()) {
          rank.requireLive("a thread");
        }
        return;
      }
      String why = standstill.why(born, nowNs);
      if (why != null) {
        throw new FtmpjException(
            ErrorCode.THREADS_STUCK,
            "After "
                + turns.passed()
                + " recorded events the next one is of thread number "
                + turns.due()
                + ", "
                + why);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Does something that takes a while and that others need not wait for. */
  public void unlocked(Runnable action) {
    int holds = active ? giveFree() : 0;
    try {
      action.run();
    } finally {
      take(holds);
    }
  }

  /** Unlocks for good; returns how often it was locked. */
  private int giveFree() {
    int holds = lock.isHeldByCurrentThread() ? lock.getHoldCount() : 0;
    for (int i = 0; i < holds; i++) {
      lock.unlock();
    }
    return holds;
  }
}
