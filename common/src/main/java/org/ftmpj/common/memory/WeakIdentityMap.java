package org.ftmpj.common.memory;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Values of objects of the program, as long as those live. No method of the objects is called: a
 * {@code hashCode} or {@code equals} of the program may cause events of its own, or wait.
 *
 * <p>Any thread.
 */
public final class WeakIdentityMap<K, V> {
  private static final Object NULL = new Object();

  private final Map<Key, V> values = new HashMap<>(); // guarded by this
  private final ReferenceQueue<Object> collected = new ReferenceQueue<>();

  /** A key that is equal to other keys of its object. */
  private static final class Key extends WeakReference<Object> {
    private final int hash;

    Key(Object object, ReferenceQueue<Object> queue) {
      super(object == null ? NULL : object, queue);
      hash = System.identityHashCode(object);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      Object mine = get();
      return this == other || mine != null && other instanceof Key key && key.get() == mine;
    }
  }

  /** The value of an object; null if it has none. */
  public synchronized V get(K object) {
    return values.get(new Key(object, null));
  }

  /** Sets the value of an object. */
  public synchronized void put(K object, V value) {
    for (Reference<?> gone = collected.poll(); gone != null; gone = collected.poll()) {
      values.remove(gone);
    }
    values.put(new Key(object, collected), value);
  }

  /** The value of an object, created if it has none. */
  public synchronized V get(K object, Supplier<V> made) {
    V value = get(object);
    if (value == null) {
      value = made.get();
      put(object, value);
    }
    return value;
  }
}
