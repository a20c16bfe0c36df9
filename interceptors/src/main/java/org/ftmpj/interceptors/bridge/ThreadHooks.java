package org.ftmpj.interceptors.bridge;

import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The services for threads of the program that start or hand something over. An event is a step
 * that is ordered among threads. Threads that the program has not started itself, such as those of
 * the JDK, are strangers: their events are not recorded.
 */
public interface ThreadHooks {

  /** Whether the calling thread is one of the program; called before it spawns another one. */
  boolean isParent();

  /** Whether events of the calling thread are recorded. */
  boolean isKnown();

  /** The calling thread, which is one of the program, whatever thread of the JDK runs it. */
  Object caller();

  /**
   * The number of events of that thread. To be called by itself, or within an event. To be asked by
   * itself, or within an event.
   */
  int events(Object thread);

  /** Whether that thread has ended, once for good: an event. Not within one. */
  boolean hasEnded(Object thread);

  /** Calls {@code Thread.stop}, on Java 19 and older; an event of the calling thread. */
  void stop(Thread thread);

  /** Whether another thread has stopped the calling one, which has not ended yet. */
  boolean isToStop();

  /** Whether the calling thread repeats what was recorded. */
  boolean isReplaying();

  /** The calling thread is about to start that one. */
  void start(Thread thread);

  /** The calling thread gives a task to an executor. Returns the thread that the task is. */
  Object spawn();

  /**
   * Gives a task to an executor, as {@link #spawn()}, that may be begun later.
   *
   * @param recurs whether it is run again and again
   * @param scheduled whether it waits for its time in the queue of an executor
   */
  Object spawn(boolean recurs, boolean scheduled);

  /**
   * The calling thread, a task of an executor, begins: an event, unless it is withdrawn.
   *
   * @param worker says which worker runs it, if that is new
   * @param begun is given that number within the event
   * @return whether it has begun
   */
  boolean begin(LongSupplier worker, LongConsumer begun);

  /**
   * Waits in replay, for a limited time, until the calling thread, a task of an executor, may
   * begin, or is withdrawn.
   *
   * @return whether the wait is over
   */
  boolean awaitBegin(long ns);

  /** Withdraws that task if it has not begun, or not again. Within an event. */
  void withdraw(Object thread);

  /** A number that no event decides, such as how far an executor has come: an event. */
  long number(LongSupplier now);

  /**
   * Records a number with an effect.
   *
   * @param effect gets the number within the event
   */
  long number(LongSupplier now, LongConsumer effect);

  /** Runs a task as the thread that it is. */
  <T> T run(Object thread, Callable<T> task) throws Exception;

  /**
   * Does something that may run code of the program that is not to be recorded. Not within an
   * event.
   */
  void apart(Runnable action);

  /**
   * Begins the static initializer of a class in the calling thread, which must not be a stranger.
   */
  void beginInitializer(String type);

  /** Ends the static initializer that the calling thread runs; does nothing if it runs none. */
  void endInitializer();

  /** The state that a thread would have without FTMPJ, unless it waits at a monitor. */
  Thread.State state(Thread thread);

  /** An event of the calling thread begins, when it is its turn. Nothing for a stranger. */
  void enter();

  /**
   * Begins an event in which no code of the program runs, if it can begin at once, without a wait
   * or a repetition: the calling thread has made many events in a row, and no other thread any. To
   * be ended by {@link #leaveAlone}.
   *
   * @return whether it has begun
   */
  boolean enterAlone();

  /**
   * The event that {@link #enterAlone} has begun has taken effect, if the calling thread is within
   * it.
   *
   * @param shared an object whose {@link #root} others may wait for; null if there is none
   */
  boolean leaveAlone(Object shared);

  /**
   * An event begins, of a call of the JDK that may run code of the program. If that makes events of
   * its own, this one has ended, and the call has the object for itself until {@link #leave}.
   *
   * @param on what the call is about; null if other threads may call what they like meanwhile
   * @param key what it may change: a key of a map, or the object itself for all of it; null if it
   *     only reads
   */
  void enter(Object on, Object key);

  /**
   * Ends the event of the last entered call, which now runs code of the program, and has its object
   * for itself until {@link #leave}.
   */
  void stepOut();

  /**
   * The object that threads share in that one: the map of a view, the monitor of a synchronized
   * collection, the executor of a delegating one, else itself.
   */
  Object root(Object shared);

  /** Gives that key of a map to the calling thread for itself. Within an event. */
  void use(Object on, Object key);

  /** The end of {@link #use}, within an event or not. */
  void endUse(Object on, Object key);

  /**
   * The event has taken effect.
   *
   * @param changed the object that others may wait for; null if there is none
   */
  void leave(Object changed);

  /**
   * Does what the first thread that comes to it does for all, as an event.
   *
   * @param attempt whether there was something to do; does not wait, and runs no code of the
   *     program
   */
  void once(BooleanSupplier attempt);

  /**
   * Waits in replay for the turn of the calling thread, which remains its turn.
   *
   * @return whether it is its turn; else the replay is over
   */
  boolean awaitTurn();

  /**
   * Waits until an attempt succeeds, which is the event. Not for strangers.
   *
   * @param on the object whose changes can make an attempt succeed
   * @param attempt gives null if it fails; does not wait
   * @param timeoutNs negative: without limit
   * @return null if the time was over
   */
  <T> T await(Object on, Supplier<T> attempt, long timeoutNs) throws InterruptedException;

  /** Waits without a limit, whatever interrupts it. */
  <T> T await(Object on, Supplier<T> attempt);

  /**
   * Waits in replay for the turn of the calling thread, and releases the monitor meanwhile.
   *
   * @return whether it is its turn; else the replay is over
   */
  boolean awaitTurn(Object monitor);

  /**
   * Waits at a monitor that the calling thread holds, for some time or until it is notified. A
   * checkpoint may take its stack down, by an error.
   */
  void awaitNotice(Object monitor, long ms) throws InterruptedException;

  /**
   * The stack of the calling thread was taken down in a wait at a monitor, and is up again. Waits
   * until those of others are, and releases the monitor meanwhile.
   */
  void tookUp(Object monitor);

  /** Whether the calling thread holds that monitor. */
  boolean holds(Object monitor);

  /** The calling thread has entered a monitor: an event. */
  void entered(Object monitor);

  /** Looks at something that another thread can change at any time, once, for good: an event. */
  boolean observe(BooleanSupplier now);

  /** The calling thread calls Bsend: MPJ Express's buffer has a lock of its own. */
  void bufferedSend();

  /** The calling thread does something whose order cannot be recorded. Does not return. */
  void unsupported(String what);

  /** The calling thread does something whose order is not recorded, as only it has turned out. */
  void unordered(String what);

  /**
   * The calling thread does something whose order is not recorded, which the user has forbidden.
   */
  void unrecorded(String what);
}
