package org.ftmpj.protocol.thread;

import java.util.Optional;
import java.util.function.Consumer;
import org.ftmpj.common.error.FtmpjException;

/**
 * The threads of a rank, which wait until the {@link EventOrder} lets their events take effect, one
 * after the other under one lock.
 *
 * <p>An event is an operation of MPI, or a hand-over between threads. Since all events of a rank
 * have one order, its operation clock is as deterministic as with one thread, and all other
 * determinants stay the same.
 *
 * <p>As long as the program has not started a thread, nothing is locked. Any thread.
 */
public final class Threads {
  private final EventOrder order;
  private final EventLock lock;
  private final CurrentThread currentThread = new CurrentThread();
  private final RankWaits rankWaits;
  private final TurnWaits turnWaits;
  private final Changes changes;
  private final Calls calls;
  private final ThreadStops stops;
  private final HandOvers handOvers;
  private final EventWatch watch;
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
    parking = new Parking(lock, order, currentThread, rankWaits, turnWaits, changes);
    calls = new Calls(order, lock, currentThread, changes, rankWaits);
    handOvers = new HandOvers(order, lock, currentThread, turnWaits, changes, calls, parking);
    watch = new EventWatch(order, lock, currentThread, calls);
    stops = new ThreadStops(this, lock);
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
   * Prepares the threads. To be called before the program starts.
   *
   * @param waker wakes, in another thread, all threads that wait at a monitor; called under the
   *     lock
   * @param whenActive called when the program starts its first thread
   */
  public void begin(Consumer<Object> waker, Runnable whenActive) {
    turnWaits.waker(waker);
    onActive = whenActive;
  }

  /** The order that decides whose event may be next. */
  public EventOrder order() {
    return order;
  }

  /** The waits of threads in operations of MPI. */
  public RankWaits waits() {
    return rankWaits;
  }

  /** The waits of threads for each other. */
  public HandOvers handOvers() {
    return handOvers;
  }

  /** The means by which a checkpoint takes stacks down. */
  public Parking parking() {
    return parking;
  }

  /** The means to stop threads. */
  public ThreadStops stops() {
    return stops;
  }

  /** The watch over threads that wait. */
  public EventWatch watch() {
    return watch;
  }

  /** Whether the program has started a thread. */
  public boolean areActive() {
    return order.isActive();
  }

  /** Whether the calling thread is one of the program, so that its events are recorded. */
  public boolean isKnown() {
    return isAlone() || areActive() && !currentThread.current().isStranger();
  }

  /** Whether the calling thread is not one of the program, nor acts for one. */
  public boolean isStranger() {
    LogicalThread current = currentThread.current();
    return current.isStranger() && current.behalf == null;
  }

  /** The calling thread; null if it is not one of the program. */
  public LogicalThread current() {
    return isKnown() ? currentThread.current() : null;
  }

  /** The calling thread, even if it is not one of the program. */
  public LogicalThread self() {
    return currentThread.current();
  }

  /**
   * Prepares for other threads. Called by main's thread when it is about to start the first one.
   */
  public void activate() {
    if (!areActive()) {
      main = order.activate();
      currentThread.become(main);
      onActive.run();
    }
  }

  /** Goes on from a checkpoint, which may have several threads. Called by main's thread. */
  public void goOn() {
    if (order.hadThreads()) {
      activate();
    }
  }

  /**
   * A thread other than main's that has not ended, and its place; empty if all have ended or their
   * stacks are taken down.
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

  /** The number of threads except main's that have not ended. */
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

  /** Creates a child of the calling thread, which is an event. */
  public LogicalThread spawn() {
    enter();
    try {
      return order.spawn(currentThread.current());
    } finally {
      leave(null);
    }
  }

  /** Assigns the child to the thread that will run it. To be called before that is started. */
  public void assign(LogicalThread child, Thread to) {
    currentThread.assign(child, to);
  }

  /** Whether a child is assigned to the thread. */
  public boolean isAssigned(Thread thread) {
    return currentThread.isAssigned(thread);
  }

  /** Runs a task in the calling thread, as the logical thread that it is. */
  public <T, E extends Exception> T run(LogicalThread child, Task<T, E> task) throws E {
    calls.stepOut();
    lock.unbias();
    LogicalThread before = currentThread.current();
    if (before.behalf != null) {
      calls.giveBack(before.behalf); // An executor makes its caller run the task.
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
   * Waits for at most the given time until the calling thread, a task that has not begun, may make
   * its first event or is withdrawn.
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

  /**
   * Whether the calling thread, a task that has not begun, will never begin. Under {@link #hold}.
   */
  public boolean isWithdrawn() {
    return currentThread.current().isWithdrawn();
  }

  /** Withdraws a task that has not begun, or not begun again. Within an event. */
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
   * Runs an action that may run code of the program whose events must not be recorded. Not within
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

  /** Requests that a thread end, and wakes it wherever it waits. Within an event. */
  void stop(LogicalThread thread) {
    thread.stop();
    turnWaits.wake(thread.number());
    changes.wakeAll();
    rankWaits.wakeAll();
  }

  /** The thread that a thread of the virtual machine runs; null if none. Within an event. */
  LogicalThread runBy(Thread carrier) {
    if (main.isRunBy(carrier)) {
      return main;
    }
    return order.others().stream().filter(t -> t.isRunBy(carrier)).findFirst().orElse(null);
  }

  /**
   * Whether the calling thread throws this because another thread of the program has stopped it.
   */
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
   * Begins an event of the calling thread: waits for its turn and blocks all other events until
   * {@link #leave}. Does nothing if there is only one thread.
   */
  public void enter() {
    if (areActive()) {
      enter(null, null, false);
    }
  }

  /**
   * Begins the event of a JDK call that may run code of the program. As soon as that code makes an
   * event itself, the call leaves this one and uses its object exclusively until {@link #leave}.
   *
   * @param on the object of the call; null if other threads may make any calls meanwhile
   * @param key what the call may change: a key of a map, or the object itself for all of it; null
   *     if it only reads
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
   * Begins an event of the calling thread at once if it has made many in a row and no other thread
   * has made any. To be ended by {@link #leaveAlone}.
   *
   * @param call whether it is a call of the JDK that may run code of the program
   * @return whether it has begun; if not, call {@link #enterCall}
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
   * Makes an empty event of the calling thread if that is possible {@linkplain #enterAlone at
   * once}.
   *
   * @return whether the event was made
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
   * Ends the event that {@link #enterAlone} has begun, if the calling thread is within it.
   *
   * @param changed the object that others may wait for; null if there is none
   */
  public boolean leaveAlone(Object changed) {
    if (changed != null && changes.areAwaited() && lock.isHeldAlone()) {
      changes.changed(changed);
    }
    return lock.unlockAlone();
  }

  /** Whether any thread waits for another one to change an object. Within an event. */
  public boolean areAwaited() {
    return changes.areAwaited();
  }

  /** Whether the calling thread would begin an event at once. */
  public boolean isAlone() {
    return lock.isAlone();
  }

  /**
   * Ends the event of a call that runs code of the program; the call uses its object exclusively
   * until {@link #leave}.
   */
  public void stepOut() {
    calls.stepOut();
  }

  /**
   * Gives the calling thread exclusive use of a key of a map. Within an event, or within a call
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

  /** Ends a {@link #use}; no event, but may be within one. */
  public void endUse(Object on, Object key) {
    lock.lock();
    try {
      calls.endUse(currentThread.current(), on, key);
    } finally {
      lock.end();
    }
  }

  /**
   * Ends the event, which has taken effect.
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
      if (order.isSettled() && !parking.isUnderWay()) {
        lock.mayBias(currentThread.current());
      }
    } finally {
      lock.end();
    }
  }

  /**
   * Waits until the calling thread may make its next event. Under {@link #hold}.
   *
   * @throws FtmpjException if the verified record has ended and no other thread can end the program
   */
  public void awaitTurn() {
    turnWaits.await(currentThread.current());
  }

  /** Blocks other events, without an event of the calling thread. */
  public void hold() {
    if (areActive()) {
      calls.stepOut();
      lock.lock();
    }
  }

  /** Ends {@link #hold}. */
  public void release() {
    leave(null);
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
   * Makes all threads that wait for messages check their waits again, unless an event is just
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
}
