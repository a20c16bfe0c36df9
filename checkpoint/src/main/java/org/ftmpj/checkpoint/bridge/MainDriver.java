package org.ftmpj.checkpoint.bridge;

import java.lang.invoke.MethodHandle;

/**
 * Runs the program's main: from its beginning or from where an image was taken, and again from each
 * capture. Rewritten main methods begin with it.
 */
public final class MainDriver {
  private static volatile Thread thread;
  private static volatile ClassLoader loader;

  private MainDriver() {}

  /** Whether the caller, a main method, is to call {@link #drive} instead of what it does. */
  public static boolean begins() {
    if (thread != null || !Checkpoints.isInstalled()) {
      return false;
    }
    thread = Thread.currentThread();
    return true;
  }

  /** Whether main has not been called yet. */
  public static boolean isBeforeMain() {
    return thread == null;
  }

  /**
   * Runs main to its end.
   *
   * @param main the method that calls this; now {@link #begins} says no
   * @param type its class
   */
  public static void drive(MethodHandle main, Object[] arguments, Class<?> type) throws Throwable {
    loader = type.getClassLoader();
    FrameRecord[] frames = Checkpoints.hooks().frames();
    if (frames != null) {
      Resumption.prepare(frames);
      frames = null;
    }
    // A handle of a main with variable arguments would collect them once more.
    MethodHandle asDeclared = main.asFixedArity();
    ResumedRuns.run(
        () -> asDeclared.invokeWithArguments(arguments),
        captured -> {
          Checkpoints.over();
          Checkpoints.hooks().captured(captured);
        });
  }

  /** The thread that runs main; null before it does. */
  public static Thread thread() {
    return thread;
  }

  /** The loader of the class with main. */
  public static ClassLoader loader() {
    return loader;
  }
}
