package org.ftmpj.checkpoint.bridge;

/**
 * Runs a thread of the program that main has started: from its beginning or from where an image was
 * taken, and again from each capture. What is at the bottom of its stack is either a {@link
 * DrivenTask}, or a rewritten method {@code run} of the thread itself, which begins with this.
 */
public final class ThreadDriver {
  private static final ThreadLocal<Boolean> IS_DRIVEN = ThreadLocal.withInitial(() -> false);

  private ThreadDriver() {}

  /**
   * Whether the caller, a method {@code run}, is to call {@link #drive} instead of what it does.
   *
   * @param self of that method
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

  /** Code that is woven may throw what it does not declare. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> T unchecked(Throwable e) throws T {
    throw (T) e;
  }
}
