package org.ftmpj.interceptors.bridge.value;

import java.lang.ref.Reference;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Weak and soft references. Whether a reference has been cleared is recorded each time the program
 * asks. In a repetition objects behind references are kept as long as there is memory for them, for
 * the program may have found them for longer than they would last now.
 */
public final class References {
  /** Objects behind references that were made in a repetition; guarded by itself. */
  private static final Deque<SoftReference<Object>> KEPT = new ArrayDeque<>();

  private References() {}

  /** A {@link WeakReference} or a {@link SoftReference} to that object is about to be made. */
  public static void made(Object referent) {
    if (referent == null) {
      return;
    }
    boolean repeats = Recorded.hooks().isRepeating();
    synchronized (KEPT) {
      if (repeats) {
        KEPT.add(new SoftReference<>(referent));
      } else if (!KEPT.isEmpty()) {
        KEPT.clear();
      }
    }
  }

  /**
   * Records the result of {@link Reference#get}.
   *
   * @param actual the present referent
   * @param actual what is there now
   */
  public static Object got(Object actual) {
    long isThere = Recorded.number(Source.MACHINE, () -> actual == null ? 0 : 1);
    if (isThere == 0) {
      return null;
    }
    if (actual == null) {
      throw Recorded.hooks().isGone();
    }
    return actual;
  }
}
