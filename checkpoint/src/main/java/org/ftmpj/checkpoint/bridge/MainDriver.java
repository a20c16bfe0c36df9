package org.ftmpj.checkpoint.bridge;

import java.lang.invoke.MethodHandle;

/**
 * Runs the program's main: from its beginning or from an image, and again after each capture.
 * Rewritten main methods begin by calling this class.
 */
public final class MainDriver {
  private static volatile Thread thread;
  private static volatile ClassLoader loader;

  private MainDriver() {}

  /** Whether the caller, a main method, should call {@link #drive} instead of running its body. */
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
   * @param main the calling method; {@link #begins} now returns false
   * @param type the class that declares it
   */
  public static void drive(MethodHandle main, Object[] arguments, Class<?> type) throws Throwable {
    loader = type.getClassLoader();
    FrameRecord[] frames = Checkpoints.hooks().frames();
    if (frames != null) {
      Resumption.prepare(frames);
      frames = null;
    }
    // The handle of a varargs main would collect the arguments once more.
    MethodHandle asDeclared = main.asFixedArity();
    ResumedRuns.run(
        () -> asDeclared.invokeWithArguments(arguments),
        captured -> {
          Checkpoints.over();
          Checkpoints.hooks().captured(captured);
        });
  }

  /** The thread that runs main; null before main begins. */
  public static Thread thread() {
    return thread;
  }

  /** The loader of the class with main. */
  public static ClassLoader loader() {
    return loader;
  }
}
