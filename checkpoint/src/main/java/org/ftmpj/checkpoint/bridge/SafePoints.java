package org.ftmpj.checkpoint.bridge;

/**
 * The entry for ftmpj-api, with which a program takes checkpoints of state that it names itself.
 * The API finds this class and its methods by name, so they use only types of the JDK. The thread
 * that runs main.
 */
public final class SafePoints {
  private static volatile SafePointHooks hooks;

  private SafePoints() {}

  /** Sets the hooks; without hooks the calls do nothing. */
  public static void install(SafePointHooks hooks) {
    SafePoints.hooks = hooks;
  }

  /** See {@link SafePointHooks#open}. */
  public static void open() {
    if (hooks != null) {
      hooks.open();
    }
  }

  /** See {@link SafePointHooks#state}. */
  public static byte[] state() {
    return hooks == null ? null : hooks.state();
  }

  /** See {@link SafePointHooks#begun}. */
  public static void begun() {
    if (hooks != null) {
      hooks.begun();
    }
  }

  /**
   * See {@link SafePointHooks#wants}.
   *
   * @param forced whether the program wants a checkpoint, although none may be requested
   */
  public static boolean wants(boolean forced) {
    return hooks != null && hooks.wants(forced || Checkpoints.requested, forced);
  }

  /** See {@link SafePointHooks#save}. */
  public static void save(byte[] state) {
    Checkpoints.over();
    hooks.save(state);
  }

  /** See {@link SafePointHooks#failed}. */
  public static Error failed(String what, Throwable why) {
    return hooks == null ? new Error(what, why) : hooks.failed(what, why);
  }
}
