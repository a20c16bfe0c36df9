package org.ftmpj.interceptors.bridge;

import java.util.List;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * The bridge's state about objects that threads of the program have shared, for a checkpoint. The
 * thread that runs main, when all others have ended.
 */
public final class SharingSnapshot {
  private SharingSnapshot() {}

  /** The hooks for threads; null if those of the program are not known. */
  public static ThreadHooks hooks() {
    return Threading.installed();
  }

  /** The executors with threads and a queue to which the program has given tasks. */
  public static List<ThreadPoolExecutor> threadPools() {
    return Pool.threadPools();
  }

  /** The whole state, as an object of the program's heap. */
  public static Object saved() {
    return new Object[] {
      Pool.saved(), Synchronizers.saved(), UnsafeObjects.saved(), Monitors.saved()
    };
  }

  /** Restores what {@link #saved} returned in an earlier incarnation. */
  public static void restore(Object saved) {
    Object[] all = (Object[]) saved;
    Pool.restore((Object[]) all[0]);
    Synchronizers.restore((Object[]) all[1]);
    UnsafeObjects.restore((Object[]) all[2]);
    Monitors.restore((Object[]) all[3]);
  }
}
