package org.ftmpj.protocol.thread;

import java.lang.ref.WeakReference;
import java.util.ArrayDeque;

/**
 * A thread as the program means it: one that it starts, or a task that it gives to an executor,
 * whatever thread of the virtual machine runs that. It is told by its parent and by how many
 * siblings were born before it, so it is the same in every incarnation.
 *
 * <p>Guarded by the lock of {@link Threads}, but for what never changes.
 */
public final class LogicalThread {
  /** The bit that is set in the numbers of static initializers, and in those of no other thread. */
  private static final int INITIALIZER = 1 << 30;

  private final int number;
  private final String name;

  /** The thread that runs this static initializer; null for any other thread. */
  private LogicalThread within;

  private ThreadState state = ThreadState.RUNS;

  /** The thread of the virtual machine that runs it; null before and after. */
  private volatile WeakReference<Thread> carrier;

  /** What the calls of the JDK are about that it has stepped out of, the last one first. */
  final ArrayDeque<Object> calls = new ArrayDeque<>(0);

  /** The thread whose call of the JDK runs this stranger; null if it is none. */
  final LogicalThread behalf;

  /** What it has to throw at its next event, or where it waits: another thread stops it. */
  private volatile Error death;

  /** Whether another thread has stopped it. */
  private volatile boolean stopped;

  private volatile boolean ended;

  /** Changed by the thread itself. */
  private int events;

  /** Whether it is a task that never begins, or never again. */
  private volatile boolean withdrawn;

  /** Whether it is a task that is run again and again. */
  private volatile boolean recurs;

  /** Whether it is a task that waits for its time in the queue of an executor. */
  private volatile boolean scheduled;

  private int children;

  LogicalThread(int number, String name) {
    this(number, name, null);
  }

  private LogicalThread(int number, String name, LogicalThread behalf) {
    this.number = number;
    this.name = name;
    this.behalf = behalf;
  }

  /**
   * What runs code of the program whose events are not recorded.
   *
   * @param thread whose call of the JDK has it run; null if it is a thread that the program has not
   *     started
   */
  static LogicalThread onBehalfOf(LogicalThread thread) {
    return new LogicalThread(-1, "unknown", thread);
  }

  /**
   * The static initializer of a class, as a thread of its own: the order does not depend on which
   * thread is the first to need the class, which is not recorded.
   *
   * <p>Its number is made of the name of the class. Two classes may share one; their initializers
   * are then repeated in the right order only if one had ended before the other began.
   *
   * @param within the thread that runs it
   */
  static LogicalThread initializer(String type, LogicalThread within) {
    LogicalThread thread =
        new LogicalThread(
            INITIALIZER | type.hashCode() & INITIALIZER - 1, "in the initializer of " + type);
    thread.within = within;
    return thread;
  }

  /** Whether that is the number of a static initializer. */
  static boolean isInitializer(int number) {
    return number >= INITIALIZER;
  }

  /** The thread that runs this static initializer; null for any other thread. */
  LogicalThread within() {
    return within;
  }

  /** Whether this is that thread, or a static initializer that it runs. */
  boolean isIn(LogicalThread other) {
    LogicalThread thread = this;
    while (thread != null && thread != other) {
      thread = thread.within;
    }
    return thread != null;
  }

  /**
   * The state of a thread.
   *
   * @param children how many it had brought forth
   */
  public record Snapshot(
      int number,
      String name,
      int children,
      int events,
      boolean recurs,
      boolean scheduled,
      boolean withdrawn,
      boolean ended) {}

  public Snapshot snapshot() {
    return new Snapshot(number, name, children, events, recurs, scheduled, withdrawn, ended);
  }

  /** Restores a thread from its snapshot. */
  static LogicalThread restored(Snapshot from) {
    LogicalThread thread = new LogicalThread(from.number(), from.name());
    thread.children = from.children();
    thread.events = from.events();
    thread.recurs = from.recurs();
    thread.scheduled = from.scheduled();
    thread.withdrawn = from.withdrawn();
    thread.ended = from.ended();
    return thread;
  }

  /** What it does, as others see it. */
  ThreadState state() {
    return state;
  }

  /**
   * It does that from now on. With the lock. What is not of the program has no state.
   *
   * @throws IllegalStateException if that cannot follow
   */
  void become(ThreadState next) {
    if (isStranger()) {
      return;
    }
    if (!state.mayBecome(next)) {
      throw new IllegalStateException(this + " is to become " + next + ", but " + state);
    }
    state = next;
  }

  /** It is to be stopped at its next event, or where it waits. */
  void stop() {
    stopped = true;
    death = new ThreadDeath();
  }

  /** Throws what it is to be stopped by, once. To be called by the thread itself. */
  public void requireNotStopped() {
    if (death != null) {
      Error thrown = takeDeath();
      if (thrown != null) {
        thrown.fillInStackTrace();
        throw thrown;
      }
    }
  }

  /** What it is to be stopped by; null if it was taken already. */
  synchronized Error takeDeath() {
    Error taken = death;
    death = null;
    return taken;
  }

  /** Whether it was stopped and that has not ended it. To be asked by the thread itself. */
  boolean isToStop() {
    return death != null;
  }

  /** Whether it is thrown because another thread has stopped this one. */
  boolean isStopped(Throwable thrown) {
    return stopped && thrown instanceof ThreadDeath;
  }

  /** Whether the thread of the virtual machine that runs it is in code of the program. */
  boolean isInProgram(Thread carrier) {
    for (StackTraceElement frame : carrier.getStackTrace()) {
      String type = frame.getClassName();
      if (!StackFrames.isOfJdk(type)) {
        return StackFrames.isOfProgram(type);
      }
    }
    return false;
  }

  /** Whether that thread runs it. */
  boolean isRunBy(Thread thread) {
    return running() == thread && !ended;
  }

  /** Whether its events are not recorded. */
  boolean isStranger() {
    return number < 0;
  }

  /** Its number among all of the rank, in the order of birth; the thread that runs main has 0. */
  public int number() {
    return number;
  }

  /** Numbers of siblings from the thread that runs main on, as in {@code 0.2.1}. */
  public String name() {
    return name;
  }

  /** How many events it has made. To be asked by the thread itself, or within an event. */
  public int events() {
    return events;
  }

  LogicalThread child(int number) {
    children++;
    return new LogicalThread(number, name + "." + children);
  }

  /** Makes the task one that is run again and again. To be called before it begins. */
  public void recur() {
    recurs = true;
  }

  /**
   * Makes the task one that waits for its time in the queue of an executor, which a checkpoint has.
   * To be called before it is given to that.
   */
  public void schedule() {
    scheduled = true;
  }

  /** Whether it is such a task, and waits there. */
  boolean awaitsItsTime() {
    return scheduled && carrier == null && !hasEnded();
  }

  /** It makes an event. To be called by the thread itself, or within the event. */
  void countEvent() {
    events++;
  }

  /** That thread of the virtual machine runs it, or will. */
  void runBy(WeakReference<Thread> thread) {
    carrier = thread;
  }

  /** It never begins, or never again. */
  void withdraw() {
    withdrawn = true;
  }

  boolean isWithdrawn() {
    return withdrawn;
  }

  /** One run is over, which is the last one unless it recurs. */
  void endRun() {
    ended = !recurs;
    carrier = null;
  }

  /** Whether another run of it may come at a time that the JDK's clock decides. */
  boolean mayRunAgain() {
    return recurs && !withdrawn && carrier == null;
  }

  /** Whether it does nothing any more. Any thread. */
  public boolean hasEnded() {
    WeakReference<Thread> reference = carrier;
    if (ended || reference == null) {
      return ended || withdrawn;
    }
    Thread running = reference.get();
    return running == null || running.getState() == Thread.State.TERMINATED;
  }

  /** Whether it computes, sleeps for a time, or waits for a message. */
  boolean mayGoOn() {
    return moves() || running() != null && !ended && state == ThreadState.AWAITS_ARRIVALS;
  }

  /** Whether it computes, or sleeps for a time. */
  boolean moves() {
    Thread running = running();
    if (running == null || ended) {
      return false;
    }
    Thread.State its = running.getState();
    return state.isBusy() && (its == Thread.State.RUNNABLE || its == Thread.State.TIMED_WAITING);
  }

  /** Where in the program it is. */
  String place() {
    Thread running = running();
    if (running == null) {
      return "the queue of its executor";
    }
    return place(running.getStackTrace());
  }

  /** Which one it is, and where. */
  String whereabouts() {
    Thread running = running();
    return this + (running == null ? "" : ", \"" + running.getName() + "\",") + " is at " + place();
  }

  /** Where in the program that is. */
  public static String place(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      String type = frame.getClassName();
      if (!StackFrames.isOfJdk(type) && !StackFrames.isOurs(type)) {
        return inWords(frame);
      }
    }
    return stack.length == 0 ? "no place" : inWords(stack[0]);
  }

  /** Without its class loader and module. */
  private static String inWords(StackTraceElement frame) {
    return new StackTraceElement(
            frame.getClassName(), frame.getMethodName(), frame.getFileName(), frame.getLineNumber())
        .toString();
  }

  private Thread running() {
    WeakReference<Thread> reference = carrier;
    return reference == null ? null : reference.get();
  }

  @Override
  public String toString() {
    return "thread " + name;
  }
}
