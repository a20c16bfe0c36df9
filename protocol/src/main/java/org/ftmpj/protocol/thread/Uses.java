package org.ftmpj.protocol.thread;

import java.util.ArrayList;

/**
 * The exclusive uses by threads of an object, or of one key of a map, outside of events: while code
 * of the program runs within a call of the JDK, or between two events that belong together. There
 * are few at a time. Guarded by the lock.
 *
 * <p>Takes no hash codes: the virtual machine would draw one at random, which would differ after a
 * failure.
 */
final class Uses {
  private final ArrayList<Use> uses = new ArrayList<>();

  /** A use; the key is the object itself if all of it is used. */
  private static final class Use {
    final LogicalThread user;
    final Object on;
    final Object key;
    int times = 1;

    Use(LogicalThread user, Object on, Object key) {
      this.user = user;
      this.on = on;
      this.key = key;
    }

    boolean is(LogicalThread thread, Object object, Object part) {
      return user == thread && on == object && key == part;
    }
  }

  /**
   * The other thread whose use keeps a thread from making an event; null if there is none.
   *
   * @param key what the event may change: a key, or the object itself for all keys; null if it only
   *     reads
   */
  LogicalThread keepsOut(LogicalThread thread, Object on, Object key) {
    for (int i = 0; i < uses.size(); i++) {
      Use use = uses.get(i);
      if (use.on == on
          && !thread.isIn(use.user)
          && (use.key == on || key == on || key != null && key.equals(use.key))) {
        return use.user;
      }
    }
    return null;
  }

  boolean isEmpty() {
    return uses.isEmpty();
  }

  void begin(LogicalThread thread, Object on, Object key) {
    for (Use use : uses) {
      if (use.is(thread, on, key)) {
        use.times++;
        return;
      }
    }
    uses.add(new Use(thread, on, key));
  }

  void end(LogicalThread thread, Object on, Object key) {
    uses.removeIf(use -> use.is(thread, on, key) && --use.times == 0);
  }
}
