package org.ftmpj.protocol.thread;

import java.util.ArrayDeque;

/**
 * A thread as the program means it: one that it starts, or a task that it gives to an executor,
 * whichever thread of the virtual machine runs it. It is identified by its parent and the number of
 * siblings born before it, so it is the same in every incarnation.
 *
 * <p>Guarded by the lock of {@link Threads}, except for what never changes.
 */
public final class LogicalThread {
  /** The bit that is set only in the numbers of static initializers. */
  private static final int INITIALIZER = 1 << 30;

  private final int number;
  private final String name;

  /** The thread that runs this static initializer; null for any other thread. */
  private LogicalThread within;

  private ThreadState state = ThreadState.RUNS;

  /** The thread of the virtual machine that runs it; null before and after. */
  private volatile Carrier carrier;

  /** The monitor at which it waits for a notice; null if it does not. Guarded by the lock. */
  private Object noticeAt;

  /** The objects of the JDK calls that it has stepped out of, the last one first. */
  final ArrayDeque<Object> calls = new ArrayDeque<>(0);

  /** The thread whose call of the JDK runs this stranger; null for other threads. */
  final LogicalThread behalf;

  /**
   * The error by which another thread stops it, to be thrown at its next event or where it waits.
   */
  private volatile Error death;

  /** Whether another thread has stopped it. */
  private volatile boolean stopped;

  private volatile boolean ended;

  /** Changed by the thread itself. */
  private int events;

  /** Whether it is a task that never begins, or not again. */
  private volatile boolean withdrawn;

  /** Whether it is a periodic task. */
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
   * Creates a stranger, which runs code of the program whose events are not recorded.
   *
   * @param the thread whose call of the JDK runs the code; null for a thread that the program has
   *     not started
   */
  static LogicalThread onBehalfOf(LogicalThread thread) {
    return new LogicalThread(-1, "unknown", thread);
  }

  /**
   * Creates the thread that stands for the static initializer of a class. So the order does not
   * depend on which thread is the first to need the class, which is not recorded.
   *
   * <p>Its number derives from the name of the class. If two classes share a number, their
   * initializers are repeated in the right order only if one had ended before the other began.
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

  /** Whether a number belongs to a static initializer. */
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
   * @param children the number of its children
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

  /** Its activity, as others see it. */
  ThreadState state() {
    return state;
  }

  /**
   * Changes its state. With the lock. Threads that are not of the program have no state.
   *
   * @throws IllegalStateException if the state cannot follow the present one
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

  /** Requests that it be stopped at its next event or where it waits. */
  void stop() {
    stopped = true;
    death = new ThreadDeath();
  }

  /** Throws the error that stops it, once. To be called by the thread itself. */
  public void requireNotStopped() {
    if (death != null) {
      Error thrown = takeDeath();
      if (thrown != null) {
        thrown.fillInStackTrace();
        throw thrown;
      }
    }
  }

  /** Takes the error that stops it; null if it was taken already. */
  synchronized Error takeDeath() {
    Error taken = death;
    death = null;
    return taken;
  }

  /** Whether it has yet to throw the error that stops it. To be called by the thread itself. */
  boolean isToStop() {
    return death != null;
  }

  /** Whether the exception is the one by which another thread has stopped this one. */
  boolean isStopped(Throwable thrown) {
    return stopped && thrown instanceof ThreadDeath;
  }

  /** Whether a stack, the innermost frame first, is in code of the program. */
  static boolean isInProgram(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      String type = frame.getClassName();
      if (!StackFrames.isOfJdk(type)) {
        return StackFrames.isOfProgram(type);
      }
    }
    return false;
  }

  /** Whether a thread of the virtual machine runs it. */
  boolean isRunBy(Object thread) {
    Carrier running = running();
    return running != null && running.is(thread) && !ended;
  }

  /** Whether its events are not recorded. */
  boolean isStranger() {
    return number < 0;
  }

  /**
   * Its number among all threads of the rank, in the order of birth; the thread that runs main has
   * 0.
   */
  public int number() {
    return number;
  }

  /** The sibling numbers from the thread that runs main down to this one, as in {@code 0.2.1}. */
  public String name() {
    return name;
  }

  /**
   * The number of events that it has made. To be called by the thread itself, or within an event.
   */
  public int events() {
    return events;
  }

  LogicalThread child(int number) {
    children++;
    return new LogicalThread(number, name + "." + children);
  }

  /** Makes the task a periodic one. To be called before it begins. */
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

  /** Sets the thread of the virtual machine that runs it, or will. */
  void runBy(Carrier thread) {
    carrier = thread;
  }

  /** Makes it never begin, or not again. */
  void withdraw() {
    withdrawn = true;
  }

  boolean isWithdrawn() {
    return withdrawn;
  }

  /** Ends a run, which is the last one unless it recurs. */
  void endRun() {
    ended = !recurs;
    carrier = null;
  }

  /** Whether the JDK's clock may start another run. */
  boolean mayRunAgain() {
    return recurs && !withdrawn && carrier == null;
  }

  /** Whether it has ended for good. Any thread. */
  public boolean hasEnded() {
    Carrier runs = carrier;
    return ended || (runs == null ? withdrawn : runs.hasEnded());
  }

  /** Sets the monitor at which it waits for a notice; null when it does not. With the lock. */
  void waitAt(Object monitor) {
    noticeAt = monitor;
  }

  /** The monitor at which it waits for a notice; null if it does not. With the lock. */
  Object waitsAt() {
    return noticeAt;
  }

  /** Whether it computes, sleeps for a limited time, or waits for a message. */
  boolean mayGoOn() {
    return moves() || running() != null && !ended && state == ThreadState.AWAITS_ARRIVALS;
  }

  /** Whether it computes, or sleeps for a limited time. */
  boolean moves() {
    Carrier running = running();
    return running != null && !ended && state.isBusy() && running.moves();
  }

  /** Its place in the program. */
  String place() {
    Carrier running = running();
    return running == null ? "the queue of its executor" : place(running.stack());
  }

  /** Its name and its place in the program. */
  String whereabouts() {
    Carrier running = running();
    return this + (running == null ? "" : ", \"" + running.name() + "\",") + " is at " + place();
  }

  /** The place in the program of a stack. */
  public static String place(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      String type = frame.getClassName();
      if (!StackFrames.isOfJdk(type) && !StackFrames.isOurs(type)) {
        return inWords(frame);
      }
    }
    return stack.length == 0 ? "no place" : inWords(stack[0]);
  }

  /** Formats a frame without its class loader and module. */
  private static String inWords(StackTraceElement frame) {
    return new StackTraceElement(
            frame.getClassName(), frame.getMethodName(), frame.getFileName(), frame.getLineNumber())
        .toString();
  }

  private Carrier running() {
    Carrier runs = carrier;
    return runs != null && runs.exists() ? runs : null;
  }

  @Override
  public String toString() {
    return "thread " + name;
  }
}
