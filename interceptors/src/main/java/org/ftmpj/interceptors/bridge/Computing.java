package org.ftmpj.interceptors.bridge;

import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Functions that change one key of a {@link ConcurrentHashMap}: an event keeps other writers of the
 * key out, and reads; the function runs outside of it, once; another event writes. As on the JDK's
 * own, readers do not wait.
 */
public final class Computing {

  /** The keys that the calling thread is computing. */
  private static final class Reservation {
    final Object map;
    final Object key;
    final Object standIn;
    final boolean isNew;
    boolean written;

    Reservation(Object map, Object key, Object standIn, boolean isNew) {
      this.map = map;
      this.key = key;
      this.standIn = standIn;
      this.isNew = isNew;
    }
  }

  private static final ThreadLocal<ArrayDeque<Reservation>> OWN =
      ThreadLocal.withInitial(() -> new ArrayDeque<>(1));

  /** The number of reservations in all threads: nearly always none. */
  private static final AtomicInteger ALL = new AtomicInteger();

  /** The condition under which a key is computed. */
  private enum Condition {
    ABSENT,
    PRESENT,
    ALWAYS
  }

  private Computing() {}

  /** Whether this class handles calls of that map. */
  public static boolean of(Object map) {
    return map instanceof ConcurrentHashMap && Sharing.of(map) == Sharing.HASH;
  }

  public static Object computeIfAbsent(Object map, Object key, Function<Object, Object> function) {
    return function == null
        ? map(map).computeIfAbsent(key, null)
        : update(map, key, Condition.ABSENT, (k, old) -> function.apply(k));
  }

  public static Object computeIfPresent(
      Object map, Object key, BiFunction<Object, Object, Object> function) {
    return function == null
        ? map(map).computeIfPresent(key, null)
        : update(map, key, Condition.PRESENT, function);
  }

  public static Object compute(
      Object map, Object key, BiFunction<Object, Object, Object> function) {
    return function == null
        ? map(map).compute(key, null)
        : update(map, key, Condition.ALWAYS, function);
  }

  public static Object merge(
      Object map, Object key, Object value, BiFunction<Object, Object, Object> function) {
    return value == null || function == null
        ? map(map).merge(key, value, function)
        : update(
            map,
            key,
            Condition.ALWAYS,
            (k, old) -> old == null ? value : function.apply(old, value));
  }

  @SuppressWarnings("unchecked")
  private static ConcurrentHashMap<Object, Object> map(Object map) {
    return (ConcurrentHashMap<Object, Object>) map;
  }

  /**
   * The calling thread is about to write that key.
   *
   * @throws IllegalStateException if it is computing it, and it is new
   */
  static void requireNoneOfCaller(Object map, Object key) {
    if (ALL.get() == 0) {
      return;
    }
    for (Reservation own : OWN.get()) {
      if (own.map == map && key.equals(own.key)) {
        own.written = true;
        if (own.isNew) {
          throw new IllegalStateException("Recursive update");
        }
      }
    }
  }

  private static Object update(
      Object shared, Object key, Condition condition, BiFunction<Object, Object, Object> function) {
    ConcurrentHashMap<Object, Object> map = map(shared);
    ThreadHooks hooks = Threading.hooks();
    boolean simple = SimpleComparison.is(key);
    while (true) {
      requireNoneOfCaller(map, key);
      Object standIn = key == null ? map : SimpleComparison.standIn(key);
      Object old;
      enter(hooks, map, standIn, simple);
      try {
        old = map.get(key);
        if (condition == Condition.ABSENT && old != null
            || condition == Condition.PRESENT && old == null) {
          return old;
        }
        hooks.use(map, standIn);
      } finally {
        hooks.leave(map);
      }
      Reservation own = reserve(map, key, standIn, old == null);
      try {
        Object computed = function.apply(key, old);
        if (computed == null && old == null && !own.written) {
          return null;
        }
        enter(hooks, map, standIn, simple);
        try {
          if (write(map, own, old, computed)) {
            return computed;
          }
        } finally {
          hooks.leave(map);
        }
      } finally {
        release(hooks, own);
      }
    }
  }

  private static void enter(ThreadHooks hooks, Object map, Object standIn, boolean simple) {
    hooks.enter(map, standIn);
    if (!simple) {
      hooks.stepOut();
    }
  }

  private static Reservation reserve(Object map, Object key, Object standIn, boolean isNew) {
    Reservation own = new Reservation(map, key, standIn, isNew);
    ALL.incrementAndGet();
    OWN.get().push(own);
    return own;
  }

  private static void release(ThreadHooks hooks, Reservation own) {
    OWN.get().pop();
    ALL.decrementAndGet();
    hooks.endUse(own.map, own.standIn);
  }

  /** False if a thread whose events are not recorded has written the key meanwhile. */
  private static boolean write(
      ConcurrentHashMap<Object, Object> map, Reservation own, Object old, Object computed) {
    if (own.written) { // by the function itself, which is overwritten
      if (computed == null) {
        map.remove(own.key);
      } else {
        map.put(own.key, computed);
      }
      return true;
    }
    if (old == null) {
      return map.putIfAbsent(own.key, computed) == null;
    }
    return computed == null ? map.remove(own.key, old) : map.replace(own.key, old, computed);
  }
}
