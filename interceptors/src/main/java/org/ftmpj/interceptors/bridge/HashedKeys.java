package org.ftmpj.interceptors.bridge;

import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.ftmpj.interceptors.bridge.value.Recorded;
import org.ftmpj.interceptors.bridge.value.ValueHooks;

/**
 * Objects that the program gives to the JDK, which asks for their hash codes: keys of a map,
 * elements of a set, and what lists, entries and optionals that are keys hold. Those of classes of
 * the JDK that have the hash code of identity get a number before, as {@link IdentityHashes} gives
 * them to the program, in the first word of the object.
 */
public final class HashedKeys {
  /** Lists that can be walked without an effect. */
  private static final Set<Class<?>> LISTS =
      Set.of(
          ArrayList.class,
          Arrays.asList().getClass(),
          List.of().getClass(),
          List.of(Boolean.TRUE).getClass());

  private static final Set<Class<?>> ENTRIES =
      Set.of(
          AbstractMap.SimpleEntry.class,
          AbstractMap.SimpleImmutableEntry.class,
          Map.entry("", "").getClass());

  /**
   * Classes that have another hash code, which were met last, by hash code of the class: this is
   * done for each call of a map.
   */
  private static final Class<?>[] OTHERS = new Class<?>[256];

  /** Whether the hash codes of an executor's threads were reported. */
  private static volatile boolean toldOfExecutors;

  private HashedKeys() {}

  /** Handles a call of the object's hash code in advance. */
  public static void key(Object key) {
    boolean frequent =
        key == null
            || key instanceof String
            || key instanceof Integer
            || key instanceof Long
            || key instanceof Enum;
    if (!frequent) {
      ofClass(key, key.getClass());
    }
  }

  private static void ofClass(Object key, Class<?> type) {
    int place = type.hashCode() & OTHERS.length - 1;
    if (OTHERS[place] == type) {
      return;
    }
    if (IdentityHashes.isOfIdentity(type)) {
      number(key);
    } else if (LISTS.contains(type)) {
      elements((List<?>) key);
    } else if (ENTRIES.contains(type)) {
      Map.Entry<?, ?> entry = (Map.Entry<?, ?>) key;
      key(entry.getKey());
      key(entry.getValue());
    } else if (type == Optional.class) {
      key(((Optional<?>) key).orElse(null));
    } else {
      OTHERS[place] = type;
    }
  }

  /**
   * Handles a call of the identity hash code of an object that only the calling thread knows, or
   * within an event. Makes no event.
   */
  public static void ofCaller(Object object) {
    ValueHooks hooks = Recorded.hooks();
    if (hooks.isWithoutHash(object)) {
      hooks.giveHash(object);
    }
  }

  /** Whether the virtual machine is known not to have made a hash code for an object. */
  public static boolean isWithout(Object object) {
    return Recorded.hooks().isWithoutHash(object);
  }

  /** Handles a call of the object's identity hash code in advance. */
  public static void number(Object key) {
    ValueHooks hooks = Recorded.hooks();
    if (key instanceof Thread thread && Threading.isOfExecutor(thread)) {
      if (!toldOfExecutors) {
        toldOfExecutors = true;
        hooks.unrecorded("hash code of an executor's thread");
      }
      // No event: which task is the first that asks depends on which thread runs which task.
      ofCaller(thread);
    } else if (hooks.isWithoutHash(key)) {
      Threading.once(
          () -> {
            boolean missing = hooks.isWithoutHash(key);
            if (missing) {
              hooks.giveHash(key);
            }
            return missing;
          });
    }
  }

  /** Instead of {@link Stream#distinct}. */
  public static <T> Stream<T> distinct(Stream<T> stream) {
    return stream.map(HashedKeys::keyed).distinct();
  }

  /** Returns the object after {@link #key}. */
  public static <T> T keyed(T object) {
    key(object);
    return object;
  }

  /** Returns the keys after {@link #key} for each. */
  public static Object[] allKeyed(Object[] keys) {
    keys(keys);
    return keys;
  }

  /** Calls {@link #key} for each of them. */
  public static void keys(Object[] keys) {
    for (int i = 0; keys != null && i < keys.length; i++) {
      key(keys[i]);
    }
  }

  /** Calls {@link #key} for each element. */
  public static void elements(Collection<?> collection) {
    if (collection instanceof List<?> list && LISTS.contains(list.getClass())) {
      for (int i = 0; i < list.size(); i++) {
        key(list.get(i));
      }
    }
  }
}
