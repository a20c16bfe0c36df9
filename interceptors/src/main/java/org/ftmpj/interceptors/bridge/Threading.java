package org.ftmpj.interceptors.bridge;

import java.lang.invoke.MethodHandles;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The target of woven code when threads start or hand something over. Costs no more than reading a
 * field as long as the program has one thread.
 */
public final class Threading {
  /** The first Java version in which {@link Thread#stop} only throws an exception. */
  private static final int WITHOUT_STOP = 20;

  /**
   * Whether the program may have several threads. Set before the second one starts, so that no
   * thread can see it late.
   */
  static boolean several;

  private static ThreadHooks hooks;

  private Threading() {}

  /** Sets the hooks that woven code goes to from now on. */
  public static void install(ThreadHooks hooks) {
    Threading.hooks = Objects.requireNonNull(hooks);
  }

  /** The installed hooks; null if threads of the program are not known. */
  static ThreadHooks installed() {
    return hooks;
  }

  /** The program is about to start its first thread, or threads of the JDK may run its code. */
  public static void begin() {
    several = true;
  }

  /** The hooks if the calling thread is one of those whose events are recorded; else null. */
  static ThreadHooks hooks() {
    return several && hooks.isKnown() ? hooks : null;
  }

  /** The hooks if the calling thread is one of the program; else null. */
  static ThreadHooks ofParent() {
    return hooks != null && hooks.isParent() ? hooks : null;
  }

  /** Something is about to be started: a thread, or something else with such a method. */
  public static void beforeStart(Object started) {
    if (started instanceof Thread thread && thread.getState() == Thread.State.NEW) {
      ThreadHooks parent = ofParent();
      if (parent != null) {
        HashedKeys.key(thread); // before a table of ours has the virtual machine draw one
        IdentityHashes.ofStarted(thread);
        parent.start(thread);
      }
    }
  }

  /** Whether the calling thread is that one, and runs a task of an executor of the JDK. */
  public static boolean isOfExecutor(Thread thread) {
    return Worker.current() != null && thread == Thread.currentThread();
  }

  /** A monitor was entered. */
  public static void entered(Object monitor) {
    if (several) {
      hooks.entered(monitor);
    }
  }

  /** Enters and leaves a synchronized block without an effect. */
  public static void pass(Object monitor) {
    synchronized (monitor) {
      entered(monitor);
    }
  }

  /** Whether what the calling thread hands over is recorded. */
  public static boolean areEvents() {
    return several && hooks.isKnown();
  }

  /**
   * Does what the first thread that comes to it does for all.
   *
   * @param attempt whether there was something to do
   */
  public static void once(BooleanSupplier attempt) {
    ThreadHooks known = hooks();
    if (known == null) {
      attempt.getAsBoolean();
    } else {
      known.once(attempt);
    }
  }

  /** An event begins. */
  public static void enter() {
    if (several) {
      hooks.enter();
    }
  }

  /** An event has taken effect. */
  public static void leave(Object changed) {
    if (several) {
      hooks.leave(changed);
    }
  }

  /**
   * A field that threads share is about to be read or written.
   *
   * @param owner whose field it is; nothing happens if that is null, for then nothing is read
   */
  public static void enterField(Object owner) {
    if (several && owner != null && !hooks.enterAlone()) {
      hooks.enter(null, null);
    }
  }

  /** A field that threads share was read or written. */
  public static void leaveField() {
    if (several && !hooks.leaveAlone(null)) {
      hooks.leave(null);
    }
  }

  /** A message is about to be sent from the buffer that the program has attached. */
  public static void bufferedSend() {
    ThreadHooks known = hooks();
    if (known != null) {
      known.bufferedSend();
    }
  }

  /** Something is called whose order cannot be recorded. */
  public static void unsupported(String what) {
    ThreadHooks known = hooks();
    if (known != null) {
      known.unsupported(what);
    }
  }

  /** Reports the use of something that has threads of the JDK run code of the program. */
  public static void unsupportedThreads(String what) {
    ThreadHooks parent = ofParent();
    if (parent != null) {
      parent.unsupported(what);
    }
  }

  /** Something is called whose order is not recorded, which the user has forbidden. */
  public static void unrecorded(String what) {
    ThreadHooks known = hooks();
    if (known != null) {
      known.unrecorded(what);
    }
  }

  /** A lookup for classes that woven code calls. */
  public static MethodHandles.Lookup lookup() {
    return MethodHandles.lookup();
  }

  /**
   * A method of that name was called, of a thread or of something else.
   *
   * @param answer what it answered
   */
  public static boolean wasAlive(Object called, boolean answer) {
    return called instanceof Thread thread ? isAlive(thread) : answer;
  }

  /** Has the signature of {@link Thread#isAlive} with its receiver as first argument. */
  public static boolean isAlive(Thread thread) {
    ThreadHooks known = hooks();
    if (known == null) {
      return thread.isAlive();
    }
    if (!known.observe(() -> !thread.isAlive())) {
      return true;
    }
    joinUninterruptibly(thread);
    return false;
  }

  /**
   * A method of that name was called, of a thread or of something else.
   *
   * @param answer what it answered
   */
  public static Thread.State wasInState(Object called, Thread.State answer) {
    return called instanceof Thread thread ? getState(thread) : answer;
  }

  /** Has the signature of {@link Thread#getState} with its receiver as first argument. */
  public static Thread.State getState(Thread thread) {
    ThreadHooks known = hooks();
    if (known == null) {
      return thread.getState();
    }
    int recorded = (int) known.number(() -> state(known, thread).ordinal());
    Thread.State state = Thread.State.values()[recorded];
    if (state == Thread.State.TERMINATED) {
      joinUninterruptibly(thread); // in a replay
    }
    return state;
  }

  /** The state without FTMPJ, where a wait without a limit does not wake up now and then. */
  private static Thread.State state(ThreadHooks known, Thread thread) {
    Thread.State state = known.state(thread);
    boolean endless = state == Thread.State.TIMED_WAITING && Monitors.isWaitedAtBy(thread);
    return endless ? Thread.State.WAITING : state;
  }

  private static void joinUninterruptibly(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Has the signature of {@link Thread#interrupt} with its receiver as first argument. */
  public static void interrupt(Thread thread) {
    if (ProgramSubclasses.isOfProgram(thread, "interrupt")) {
      thread.interrupt();
      return;
    }
    enter();
    try {
      thread.interrupt();
    } finally {
      leave(null);
    }
  }

  /** Has the signature of {@link Thread#stop} with its receiver as first argument. */
  @SuppressWarnings("deprecation")
  public static void stop(Thread thread) {
    ThreadHooks known = hooks();
    if (known == null || Runtime.version().feature() >= WITHOUT_STOP) {
      thread.stop();
    } else {
      known.stop(thread);
    }
  }

  /** Has the signature of {@link Thread#isInterrupted} with its receiver as first argument. */
  public static boolean isInterrupted(Thread thread) {
    enter();
    try {
      return thread.isInterrupted();
    } finally {
      leave(null);
    }
  }

  /** Has the signature of {@link Thread#interrupted}. */
  public static boolean interrupted() {
    enter();
    try {
      return Thread.interrupted();
    } finally {
      leave(null);
    }
  }

  /** Has the signature of {@link LockSupport#park()}, which may return without a reason. */
  public static void park() {
    if (!isReplaying()) {
      LockSupport.park();
    }
  }

  /** Has the signature of {@link LockSupport#park(Object)}. */
  public static void park(Object blocker) {
    if (!isReplaying()) {
      LockSupport.park(blocker);
    }
  }

  /** Has the signature of {@link LockSupport#parkNanos(long)}. */
  public static void parkNanos(long nanos) {
    if (!isReplaying()) {
      LockSupport.parkNanos(nanos);
    }
  }

  /** Has the signature of {@link LockSupport#parkNanos(Object, long)}. */
  public static void parkNanos(Object blocker, long nanos) {
    if (!isReplaying()) {
      LockSupport.parkNanos(blocker, nanos);
    }
  }

  private static boolean isReplaying() {
    ThreadHooks known = hooks();
    return known != null && known.isReplaying();
  }
}
