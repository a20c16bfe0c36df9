package org.ftmpj.protocol.thread;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which threads have an object, or one key of a map, for themselves although no event is going on:
 * while code of the program runs within a call of the JDK, or between two events that belong
 * together. Guarded by the lock.
 */
final class Uses {
  private final Map<Object, List<Use>> uses = new IdentityHashMap<>();

  /** The key is the object itself if all of that is used. */
  private static final class Use {
    final LogicalThread user;
    final Object key;
    int times = 1;

    Use(LogicalThread user, Object key) {
      this.user = user;
      this.key = key;
    }
  }

  /**
   * The other thread whose use keeps that one from making an event; null if there is none.
   *
   * @param key what the event may change: a key, or the object itself for all keys; null if it only
   *     reads
   */
  LogicalThread keepsOut(LogicalThread thread, Object on, Object key) {
    List<Use> there = uses.isEmpty() ? null : uses.get(on);
    if (there == null) {
      return null;
    }
    for (Use use : there) {
      if (use.user != thread
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
    List<Use> there = uses.computeIfAbsent(on, o -> new ArrayList<>(1));
    for (Use use : there) {
      if (use.user == thread && use.key == key) {
        use.times++;
        return;
      }
    }
    there.add(new Use(thread, key));
  }

  void end(LogicalThread thread, Object on, Object key) {
    List<Use> there = uses.get(on);
    there.removeIf(use -> use.user == thread && use.key == key && --use.times == 0);
    if (there.isEmpty()) {
      uses.remove(on);
    }
  }
}
