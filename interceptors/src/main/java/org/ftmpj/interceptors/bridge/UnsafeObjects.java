package org.ftmpj.interceptors.bridge;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Where calls go of objects of the JDK that are not safe for threads, such as formats and digests.
 * A call is an event unless its thread has the object for itself, as {@link Drawers} says. While it
 * goes on, the thread has the object for itself, so what comes of the calls depends on their order
 * only, also where it would be garbled without FTMPJ. Any thread.
 */
public final class UnsafeObjects {
  private static final int RECENT = 1 << 10;

  /** The users of an object that is as good as equal to its key. */
  private static final class Entry extends WeakReference<Object> {
    private final int hash;
    private final Drawers users;

    Entry(Object object, Drawers users) {
      super(object, GONE);
      hash = System.identityHashCode(object);
      this.users = users;
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      Object mine = get();
      return this == other || mine != null && other instanceof Entry entry && entry.refersTo(mine);
    }
  }

  private static final ReferenceQueue<Object> GONE = new ReferenceQueue<>();
  private static final Map<Entry, Entry> ALL = new ConcurrentHashMap<>();

  /** Entries by hash code; any of them may be that of another object, or missing. */
  private static final Entry[] CACHE = new Entry[RECENT];

  /** Whether methods of the JDK are called of objects of that class; others are woven. */
  private static final ClassValue<Boolean> OF_JDK =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return Shared.extendedWithoutChange(type) != null;
        }
      };

  private UnsafeObjects() {}

  /** The calling thread has made that object. */
  public static void made(Object object) {
    if (Threading.several && object != null && Threading.hooks() != null) {
      add(new Entry(object, new Drawers(name(object))));
    }
  }

  /**
   * A method of that object is about to be called.
   *
   * @return whether this is an event, which ends with {@link #leave}
   */
  public static boolean enter(Object object) {
    if (!Threading.several || object == null) {
      return false;
    }
    ThreadHooks hooks = Threading.hooks();
    if (hooks == null || !OF_JDK.get(object.getClass())) {
      return false;
    }
    Drawers users = users(object);
    if (users.isAlone(hooks)) {
      return false;
    }
    users.enter(hooks, object);
    hooks.stepOut(); // The call may take long.
    return true;
  }

  /** The call has returned. */
  public static void leave() {
    Threading.leave(null);
  }

  private static Drawers users(Object object) {
    int hash = System.identityHashCode(object);
    Entry recent = CACHE[hash & RECENT - 1];
    if (recent != null && recent.refersTo(object)) {
      return recent.users;
    }
    Entry entry = new Entry(object, Drawers.ofUnknown(name(object)));
    Entry known = ALL.get(entry);
    return known == null ? add(entry) : cached(known);
  }

  private static Drawers add(Entry entry) {
    for (Object gone = GONE.poll(); gone != null; gone = GONE.poll()) {
      ALL.remove(gone);
    }
    Entry before = ALL.putIfAbsent(entry, entry);
    return cached(before == null ? entry : before);
  }

  private static Drawers cached(Entry entry) {
    CACHE[entry.hash & RECENT - 1] = entry;
    return entry.users;
  }

  private static String name(Object object) {
    return object.getClass().getSimpleName();
  }

  /** What is known of all objects, for a checkpoint. */
  static Object[] kept() {
    return ALL.keySet().stream().flatMap(entry -> Stream.of(entry.get(), entry.users)).toArray();
  }

  static void restore(Object[] kept) {
    for (int i = 0; i < kept.length; i += 2) {
      if (kept[i] != null) {
        add(new Entry(kept[i], (Drawers) kept[i + 1]));
      }
    }
  }
}
