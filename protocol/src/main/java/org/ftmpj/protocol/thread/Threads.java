package org.ftmpj.protocol.thread;

import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.ftmpj.common.error.FtmpjException;

/**
 * The threads of a rank: they wait here until the {@link EventOrder} lets their events take effect,
 * one after the other under one lock.
 *
 * <p>An event is an operation of MPI, or a hand-over between threads. Because there is one order of
 * all events of a rank, the clock of its operations is as determined as with one thread, and every
 * other determinant stays as it is.
 *
 * <p>As long as the program has not started a thread, nothing is locked. Any thread.
 */
public final class Threads {
  /** So long other threads may make no event that is to be repeated: 30 s, in looks. */
  private static final int LOOKS = 30_000;

  /** How long a thread that is stopped may take to end: a second, in looks. */
  private static final int STOP_LOOKS = 1_000;

  /** How many looks in a row without an event show that the thread makes none. */
  private static final int QUIET_LOOKS = 3;

  private static final long LOOK_NS = 1_000_000;

  private final EventOrder order;
  private final EventLock lock;
  private final CurrentThread currentThread = new CurrentThread();
  private final RankWaits rankWaits;
  private final TurnWaits turnWaits;
  private final Changes changes;
  private final Calls calls;
  private final LockWatch lockWatch;
  private final HandOvers handOvers;
  private final Standstill standstill;
  private final Parking parking;
  private Runnable onActive = () -> {};

  /** The thread that runs main; set before there are others. */
  private volatile LogicalThread main;

  public Threads(Turns turns, EventOrder.Rank rank) {
    order = new EventOrder(turns, rank);
    order.wakes(new Awakening());
    lock = new EventLock(order);
    rankWaits = new RankWaits(lock, order, currentThread);
    turnWaits = new TurnWaits(lock, order, rankWaits);
    changes = new Changes(lock);
    parking = new Parking(lock, order, currentThread, rankWaits, changes);
    calls = new Calls(order, lock, currentThread, changes, rankWaits);
    lockWatch = new LockWatch(lock);
    handOvers = new HandOvers(order, lock, currentThread, turnWaits, changes, calls, parking);
    standstill = new Standstill(turns);
  }

  private final class Awakening implements EventOrder.Waking {
    @Override
    public void due(int thread) {
      turnWaits.wake(thread);
    }

    @Override
    public void turnsAreOver() {
      turnWaits.wakeAll();
    }

    @Override
    public void live() {
      rankWaits.wakeAll();
    }

    @Override
    public void arrived() {
      rankWaits.wakeForArrivals();
    }
  }

  /**
   * To be called before the program starts.
   *
   * @param waker wakes, in another thread, all threads that wait at a monitor; called under the
   *     lock
   * @param whenActive called when the program starts its first thread
   */
  public void begin(Consumer<Object> waker, Runnable whenActive) {
    turnWaits.waker(waker);
    onActive = whenActive;
  }

  /** What decides whose event may be next. */
  public EventOrder order() {
    return order;
  }

  /** How threads wait in operations of MPI. */
  public RankWaits waits() {
    return rankWaits;
  }

  /** How threads wait for each other. */
  public HandOvers handOvers() {
    return handOvers;
  }

  /** How their stacks are taken down for a checkpoint. */
  public Parking parking() {
    return parking;
  }

  /** Whether the program has started a thread. */
  public boolean areActive() {
    return order.isActive();
  }

  /** Whether the calling thread is one of the program, so that what it does is recorded. */
  public boolean isKnown() {
    return isAlone() || areActive() && !currentThread.current().isStranger();
  }

  /** Whether the calling thread is none of the program, and does nothing for one of them. */
  public boolean isStranger() {
    LogicalThread current = currentThread.current();
    return current.isStranger() && current.behalf == null;
  }

  /** The calling thread; null if it is none of the program. */
  public LogicalThread current() {
    return isKnown() ? currentThread.current() : null;
  }

  /** The calling thread, also if it is not one of the program. */
  public LogicalThread self() {
    return currentThread.current();
  }

  /** The calling thread runs main, and is about to start another one. */
  public void activate() {
    if (!areActive()) {
      main = order.activate();
      currentThread.become(main);
      onActive.run();
    }
  }

  /** The calling thread runs main, and goes on from a checkpoint: perhaps there were several. */
  public void goOn() {
    if (order.hadThreads()) {
      activate();
    }
  }

  /**
   * A thread other than that of main that has not ended, and where it is; empty if all have, or
   * their stacks are taken down.
   */
  public Optional<String> another() {
    if (!areActive()) {
      return Optional.empty();
    }
    lock.lock();
    try {
      return order.another().map(LogicalThread::whereabouts);
    } finally {
      lock.unlock();
    }
  }

  /** How many threads other than that of main have not ended. */
  public int living() {
    if (!areActive()) {
      return 0;
    }
    lock.lock();
    try {
      return order.others().size();
    } finally {
      lock.unlock();
    }
  }

  // ---------------------------------------------------------------- births and deaths

  /** The calling thread brings forth a thread: an event. */
  public LogicalThread spawn() {
    enter();
    try {
      return order.spawn(currentThread.current());
    } finally {
      leave(null);
    }
  }

  /** Has a thread run the child. To be called before it is started. */
  public void assign(LogicalThread child, Thread to) {
    currentThread.assign(child, to);
  }

  /** Whether it was said already what that thread will run. */
  public boolean isAssigned(Thread thread) {
    return currentThread.isAssigned(thread);
  }

  /** Runs a task as the thread that it is, in the calling thread. */
  public <T, E extends Exception> T run(LogicalThread child, Task<T, E> task) throws E {
    calls.stepOut();
    lock.unbias();
    LogicalThread before = currentThread.current();
    if (before.behalf != null) {
      calls.giveBack(before.behalf); // An executor has its caller run the task.
    }
    currentThread.become(child);
    try {
      return task.run();
    } finally {
      lock.unbias();
      currentThread.resume(before);
      child.endRun();
    }
  }

  /**
   * Begins the static initializer of a class in the calling thread, whose events are those of
   * {@linkplain LogicalThread#initializer another thread} until {@link #endInitializer}. Not to be
   * called by a stranger.
   */
  public void beginInitializer(String type) {
    calls.stepOut();
    lock.unbias();
    LogicalThread caller = currentThread.current();
    lock.lock();
    try {
      currentThread.become(order.initializer(type, caller));
    } finally {
      lock.unlock();
    }
  }

  /** Ends the static initializer that the calling thread runs; does nothing if it runs none. */
  public void endInitializer() {
    LogicalThread initializer = currentThread.current();
    if (initializer.within() != null) {
      lock.unbias();
      currentThread.resume(initializer.within());
      initializer.endRun();
    }
  }

  /**
   * Waits, at most so long, until the calling thread, a task that has not begun, may make its first
   * event, or is withdrawn.
   *
   * @return whether the wait is over
   */
  public boolean awaitBegin(long ns) {
    lock.lock();
    try {
      return turnWaits.awaitBegin(currentThread.current(), ns);
    } finally {
      lock.unlock();
    }
  }

  /** Whether the calling thread, a task that has not begun, never will. Under {@link #hold}. */
  public boolean isWithdrawn() {
    return currentThread.current().isWithdrawn();
  }

  /** Within an event: if that thread, a task, has not begun, or not again, it never will. */
  public void withdraw(LogicalThread thread) {
    lock.lock();
    try {
      thread.withdraw();
      turnWaits.wake(thread.number());
    } finally {
      lock.unlock();
    }
  }

  /** The task of a thread. */
  public interface Task<T, E extends Exception> {
    T run() throws E;
  }

  /**
   * Does something that may run code of the program whose events are not to be recorded. Not within
   * an event.
   */
  public void apart(Runnable action) {
    lock.unbias();
    LogicalThread before = currentThread.current();
    currentThread.become(LogicalThread.onBehalfOf(before));
    try {
      action.run();
    } finally {
      lock.unbias();
      currentThread.resume(before);
    }
  }

  /**
   * The calling thread stops another one, as {@link Thread#stop} does: an event. The other one ends
   * by a {@code ThreadDeath} at its next event, or where it waits for a message or for another
   * thread; if it makes none for some ms, in code of the program.
   */
  public void stop(Thread target, JvmStop jvm) {
    if (!areActive()) {
      jvm.stop(target);
      return;
    }
    LogicalThread thread;
    enter();
    try {
      thread = runBy(target);
      if (thread == null) {
        jvm.stop(target);
      } else {
        thread.stop();
        turnWaits.wake(thread.number());
        changes.wakeAll();
        rankWaits.wakeAll();
      }
    } finally {
      leave(null);
    }
    currentThread.current().requireNotStopped();
    if (thread != null) {
      stopInProgram(thread, target, jvm);
    }
  }

  /**
   * Has the virtual machine stop a thread that makes no event. One that makes events is never
   * stopped so: that could end it within our code, with a lock that is then never released.
   */
  private void stopInProgram(LogicalThread thread, Thread target, JvmStop jvm) {
    int events = -1;
    int quiet = 0;
    for (int look = 0; look < STOP_LOOKS && thread.isToStop() && target.isAlive(); look++) {
      LockSupport.parkNanos(LOOK_NS);
      lock.lock();
      try {
        quiet = events == thread.events() ? quiet + 1 : 0;
        events = thread.events();
        if (quiet >= QUIET_LOOKS
            && thread.state().isBusy()
            && jvm.stopIf(target, thread::isInProgram)) {
          thread.takeDeath();
        }
      } finally {
        lock.unlock();
      }
    }
  }

  /**
   * In which state a thread would be if it need not wait for the events of others, and did not wake
   * up now and then from a wait without a limit.
   */
  public Thread.State state(Thread target) {
    lock.lock();
    try {
      Thread.State state = target.getState();
      if (lock.hasQueued(target)) {
        return Thread.State.RUNNABLE;
      }
      LogicalThread thread = runBy(target);
      boolean endless =
          state == Thread.State.TIMED_WAITING
              && thread != null
              && thread.state() == ThreadState.AWAITS_A_HAND_OVER;
      return endless ? Thread.State.WAITING : state;
    } finally {
      lock.unlock();
    }
  }

  private LogicalThread runBy(Thread target) {
    if (main.isRunBy(target)) {
      return main;
    }
    return order.others().stream().filter(t -> t.isRunBy(target)).findFirst().orElse(null);
  }

  /** Whether another thread of the program has stopped the calling one, which throws that. */
  public boolean isStopped(Throwable thrown) {
    return thrown instanceof ThreadDeath && currentThread.current().isStopped(thrown);
  }

  /** Ends the calling thread if another one has stopped it. */
  public void requireNotStopped() {
    currentThread.current().requireNotStopped();
  }

  /** Whether the calling thread is to be stopped at its next event. */
  public boolean isToStop() {
    return areActive() && currentThread.current().isToStop();
  }

  // ---------------------------------------------------------------- events

  /**
   * An event of the calling thread begins: waits for its turn, and keeps all other events out until
   * {@link #leave}. Nothing if there is one thread only.
   */
  public void enter() {
    if (areActive()) {
      enter(null, null, false);
    }
  }

  /**
   * Enters a call of the JDK that may run code of the program: as soon as that makes an event
   * itself, it is out of this one, and the call has its object for itself until {@link #leave}.
   *
   * @param on what the call is about; null if other threads may call what they like meanwhile
   * @param key what it may change: a key of a map, or the object itself for all of it; null if it
   *     only reads
   */
  public void enterCall(Object on, Object key) {
    if (areActive()) {
      enter(on, key, true);
    }
  }

  private void enter(Object on, Object key, boolean call) {
    calls.stepOut();
    lock.lock();
    boolean done = false;
    try {
      LogicalThread thread = currentThread.current();
      turnWaits.await(thread);
      thread.requireNotStopped();
      if (on != null) {
        calls.await(thread, on, key);
      }
      order.count(thread);
      if (call) {
        calls.begin(on);
      }
      done = true;
    } finally {
      if (!done) {
        lock.unlock();
      }
    }
  }

  /**
   * An event of the calling thread begins, at once: it has made many in a row, and no other thread
   * any. To be ended by {@link #leaveAlone}.
   *
   * @param call whether it is a call of the JDK that may run code of the program
   * @return whether it has begun; else {@link #enterCall}
   */
  public boolean enterAlone(boolean call) {
    Bias own = lock.lockAlone();
    if (own == null) {
      return false;
    }
    if (calls.matter()) {
      own.unlock();
      return false;
    }
    own.addEvent();
    if (call) {
      calls.begin(null);
    }
    return true;
  }

  /**
   * The calling thread makes an event in which nothing happens, if that can be {@linkplain
   * #enterAlone at once}.
   *
   * @return whether it has
   */
  public boolean passAlone() {
    Bias own = lock.lockAlone();
    if (own == null) {
      return false;
    }
    boolean passes = !calls.matter();
    if (passes) {
      own.addEvent();
    }
    own.unlock();
    return passes;
  }

  /**
   * The end of the event that {@link #enterAlone} has begun, if the calling thread is within it.
   *
   * @param changed the object that others may wait for; null if there is none
   */
  public boolean leaveAlone(Object changed) {
    if (changed != null && changes.areAwaited() && lock.isHeldAlone()) {
      changes.changed(changed);
    }
    return lock.unlockAlone();
  }

  /** Whether any thread waits for what another one does to an object. Within an event. */
  public boolean areAwaited() {
    return changes.areAwaited();
  }

  /** Whether the calling thread would begin an event at once. */
  public boolean isAlone() {
    return lock.isAlone();
  }

  /**
   * The call that the calling thread makes within an event runs code of the program: the event ends
   * here, and the call has its object for itself until {@link #leave}.
   */
  public void stepOut() {
    calls.stepOut();
  }

  /**
   * Gives that key of a map to the calling thread for itself. Within an event, or within a call
   * that has stepped out of it.
   */
  public void use(Object on, Object key) {
    lock.lock();
    try {
      calls.use(currentThread.current(), on, key);
    } finally {
      lock.unlock();
    }
  }

  /** The end of {@link #use}; no event, but may be within one. */
  public void endUse(Object on, Object key) {
    lock.lock();
    try {
      calls.endUse(currentThread.current(), on, key);
    } finally {
      lock.end();
    }
  }

  /**
   * The event has taken effect.
   *
   * @param changed the object that others may wait for; null if there is none
   */
  public void leave(Object changed) {
    if (!areActive()) {
      return;
    }
    if (!lock.isHeld()) {
      calls.end(currentThread.current(), changed);
      return;
    }
    try {
      lock.call(null);
      if (changed != null) {
        changes.changed(changed);
      }
      rankWaits.passDoorbellOn();
      if (order.isSettled()) {
        lock.mayBias(currentThread.current());
      }
    } finally {
      lock.end();
    }
  }

  /**
   * Waits until the calling thread may make its next event. Under {@link #hold}.
   *
   * @throws FtmpjException if the record that is verified has ended, and no other thread can end
   *     the program
   */
  public void awaitTurn() {
    turnWaits.await(currentThread.current());
  }

  /** Keeps other events out, without an event of one's own. */
  public void hold() {
    if (areActive()) {
      calls.stepOut();
      lock.lock();
    }
  }

  /** The end of {@link #hold}. */
  public void release() {
    leave(null);
  }

  /**
   * Whether the next event to be repeated is one of another thread than the calling one, which has
   * not ended. Any thread.
   */
  public boolean isAnotherDue() {
    if (!areActive()) {
      return false;
    }
    lock.lock();
    try {
      return order.isAnotherDue(currentThread.current()) && standstill.mayCome(order.born());
    } finally {
      lock.unlock();
    }
  }

  /**
   * The next event to be repeated, of a thread that has ended, that was not started, or that calls
   * this. Waits for what other threads have yet to repeat, as long as they do. Empty if all was
   * repeated. Not under the lock. Any thread.
   */
  public Optional<String> awaitRepeated() {
    long passed = -1;
    int looks = 0;
    while (isAnotherDue() && looks < LOOKS) {
      long now = order.passed();
      looks = now == passed ? looks + 1 : 0;
      passed = now;
      LockSupport.parkNanos(LOOK_NS);
    }
    if (!areActive()) {
      return Optional.empty();
    }
    lock.lock();
    try {
      return order.due();
    } finally {
      lock.unlock();
    }
  }

  /** Whether all recorded events have been repeated, and none is missing. Any thread. */
  public boolean isReplayOver() {
    return order.isReplayOver();
  }

  /** Whether other threads have recorded events to repeat. */
  public boolean areReplaying() {
    return order.isReplaying();
  }

  /**
   * Has all threads that wait for messages look again what they wait for, unless an event is just
   * taking effect. Any thread.
   */
  public void rouse() {
    if (areActive() && lock.tryLock()) {
      try {
        rankWaits.wakeForArrivals();
      } finally {
        lock.unlock();
      }
    }
  }

  // ---------------------------------------------------------------- standstills

  /**
   * Looks whether something within an event waits and so keeps all other threads out, whatever it
   * waits for. To be called about once a second by one thread; costs the others nothing.
   *
   * @throws FtmpjException {@code EVENT_LOCK_STANDSTILL} after some looks that saw the same
   */
  public void requireNoStandstill() {
    lockWatch.look();
  }

  /**
   * Looks whether a thread has been waiting for long for an object that another thread's call of
   * the JDK has for itself. To be called about once a second by one thread.
   *
   * @return who waits for whom, and where; once for each such wait
   */
  public Optional<String> longWait() {
    BlockedWait wait = calls.keptOut();
    return wait == null ? Optional.empty() : Optional.ofNullable(wait.look());
  }

  /**
   * Stops a replay that can never go on: the thread that is due has ended, or was not born, or
   * waits for the others, or all have been standing still for long. To be called once a second by
   * one thread.
   *
   * @throws FtmpjException {@code THREADS_STUCK}
   */
  public void requireProgress() {
    if (!areActive() || isReplayOver()) {
      return;
    }
    lock.lock();
    try {
      if (order.isRepeated()) {
        standstill.requireProgress(order.born());
      } else {
        order.requireNothingMissing();
      }
    } finally {
      lock.unlock();
    }
  }
}
