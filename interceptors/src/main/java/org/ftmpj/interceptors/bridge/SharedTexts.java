package org.ftmpj.interceptors.bridge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.ftmpj.interceptors.bridge.SharedCalls.What;

/**
 * The texts of objects that several threads use: reading one is an event. Called where the program
 * makes text of any object, or compares it.
 */
public final class SharedTexts {
  private SharedTexts() {}

  /** The text of an object that is about to be made text; other objects as they are. */
  public static Object text(Object object) {
    return SharedCalls.areEvents(object)
        ? SharedCalls.event(object, What.ANYTHING, false, object::toString)
        : object;
  }

  /** The texts of these objects; the same array if none is shared. */
  public static Object[] texts(Object[] objects) {
    Object[] texts = objects;
    for (int i = 0; objects != null && i < objects.length; i++) {
      Object text = text(objects[i]);
      if (text != objects[i]) {
        texts = texts == objects ? Arrays.copyOf(objects, objects.length, Object[].class) : texts;
        texts[i] = text;
      }
    }
    return texts;
  }

  /** A copy of a shared collection, equal to it; other objects as they are. */
  public static Object still(Object object) {
    if (!SharedCalls.areEvents(object)) {
      return object;
    }
    if (object instanceof List<?> list) {
      return copy(list, ArrayList::new);
    }
    if (object instanceof SortedSet<?> set) {
      return copy(set, TreeSet::new); // by the same comparator
    }
    if (object instanceof Set<?> set) {
      return copy(set, LinkedHashSet::new);
    }
    if (object instanceof SortedMap<?, ?> map) {
      return copy(map, TreeMap::new);
    }
    return object instanceof Map<?, ?> map ? copy(map, LinkedHashMap::new) : object;
  }

  /** A still copy of any collection whose elements are read. */
  public static Object elements(Object object) {
    Object still = still(object);
    return still == object && SharedCalls.areEvents(object) && object instanceof Collection<?> some
        ? copy(some, ArrayList::new)
        : still;
  }

  private static <T> T copy(T collection, Function<T, ? extends T> copy) {
    return SharedCalls.event(collection, What.ANYTHING, false, () -> copy.apply(collection));
  }
}
