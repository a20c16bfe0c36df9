package org.ftmpj.interceptors.bridge;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The target of calls of JDK objects that are not safe for threads, such as formats and digests.
 * Those that the program stores in a field, or captures in a lambda expression, may get to other
 * threads: a call of one is an event unless its thread has the object for itself, as {@link
 * DrawingThreads} says. While it goes on, the thread has the object for itself, so what comes of
 * the calls depends on their order only, also where it would be garbled without FTMPJ. Any thread.
 *
 * <p>An object gets its hash code as one that the program uses as a key does, and others are not
 * asked for theirs: the virtual machine would draw one, which is another after a failure.
 */
public final class UnsafeObjects {
  private static final int RECENT = 1 << 10;
  private static final int MARKS = 1 << 14;

  /** The key by which an entry is looked up. */
  private record Sought(Object object, int hash) {
    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Entry entry && entry.refersTo(object);
    }
  }

  /** An object and its users. */
  private static final class Entry extends WeakReference<Object> {
    private final int hash;
    private final DrawingThreads users;

    Entry(Object object, DrawingThreads users) {
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
  private static final Map<Object, Entry> ALL = new ConcurrentHashMap<>();

  /** Marks of the hash codes of all known objects, past ones included. */
  private static final byte[] MARKED = new byte[MARKS];

  /** Entries by hash code; any of them may be that of another object, or missing. */
  private static final Entry[] CACHE = new Entry[RECENT];

  /** Whether methods of the JDK are called of objects of that class; others are woven. */
  private static final ClassValue<Boolean> OF_JDK =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return ProgramSubclasses.extendedWithoutChange(type) != null;
        }
      };

  private UnsafeObjects() {}

  /** The calling thread is about to store that object, or to capture it. */
  public static void stored(Object object) {
    if (object != null && find(object) == null) {
      HashedKeys.ofCaller(object);
      add(new Entry(object, new DrawingThreads(name(object))));
    }
  }

  /** Records an object that is stored where all threads find it. */
  public static void storedForAll(Object object) {
    if (object != null && find(object) == null) {
      HashedKeys.ofCaller(object);
      add(new Entry(object, DrawingThreads.ofUnknown(name(object))));
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
    Entry entry = find(object);
    return entry != null && enter(object, entry.users);
  }

  private static boolean enter(Object object, DrawingThreads users) {
    ThreadHooks hooks = Threading.hooks();
    if (hooks == null || !OF_JDK.get(object.getClass()) || users.isAlone(hooks)) {
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

  private static Entry find(Object object) {
    if (HashedKeys.isWithout(object)) {
      return null;
    }
    int hash = System.identityHashCode(object);
    if (MARKED[hash & MARKS - 1] == 0) {
      return null;
    }
    Entry recent = CACHE[hash & RECENT - 1];
    if (recent != null && recent.refersTo(object)) {
      return recent;
    }
    Entry known = ALL.get(new Sought(object, hash));
    if (known != null) {
      CACHE[hash & RECENT - 1] = known;
    }
    return known;
  }

  private static void add(Entry entry) {
    for (Object gone = GONE.poll(); gone != null; gone = GONE.poll()) {
      ALL.remove(gone);
    }
    MARKED[entry.hash & MARKS - 1] = 1;
    ALL.putIfAbsent(entry, entry);
  }

  private static String name(Object object) {
    return object.getClass().getSimpleName();
  }

  /** The state of all objects, for a checkpoint. */
  static Object[] saved() {
    return ALL.values().stream().flatMap(entry -> Stream.of(entry.get(), entry.users)).toArray();
  }

  static void restore(Object[] saved) {
    for (int i = 0; i < saved.length; i += 2) {
      if (saved[i] != null) {
        add(new Entry(saved[i], (DrawingThreads) saved[i + 1]));
      }
    }
  }
}
