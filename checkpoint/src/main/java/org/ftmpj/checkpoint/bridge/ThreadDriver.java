package org.ftmpj.checkpoint.bridge;

/**
 * Runs a thread of the program other than main's: from its beginning or from an image, and again
 * after each capture. At the bottom of its stack is either a {@link DrivenTask} or a rewritten
 * method {@code run} of the thread itself, which begins by calling this class.
 */
public final class ThreadDriver {
  private static final ThreadLocal<Boolean> IS_DRIVEN = ThreadLocal.withInitial(() -> false);

  private ThreadDriver() {}

  /**
   * Whether the caller, a method {@code run}, should call {@link #drive} instead of running its
   * body.
   *
   * @param self {@code this} of that method
   */
  public static boolean begins(Object self) {
    return self == Thread.currentThread() && begins();
  }

  /** Whether a task of the calling thread begins. */
  static boolean begins() {
    return Checkpoints.isInstalled() && !IS_DRIVEN.get();
  }

  /** Runs the calling thread to its end. */
  public static void drive(Runnable body) {
    IS_DRIVEN.set(true);
    CheckpointHooks hooks = Checkpoints.hooks();
    FrameRecord[] frames = hooks.frames(Thread.currentThread());
    if (frames != null) {
      Resumption.prepare(frames);
      frames = null;
    }
    try {
      ResumedRuns.run(body::run, hooks::parked);
    } catch (Throwable e) {
      throw ThreadDriver.<RuntimeException>unchecked(e);
    }
  }

  /** Throws an exception that woven code does not declare. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> T unchecked(Throwable e) throws T {
    throw (T) e;
  }
}
