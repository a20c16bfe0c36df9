package org.ftmpj.interceptors.bridge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.ftmpj.interceptors.bridge.SharedCalls.What;

/**
 * What objects that several threads use say of themselves: to read it is an event. Called where the
 * program makes text of any object, or compares it.
 */
public final class Texts {
  private Texts() {}

  /** The text of an object that is about to be made text; other objects as they are. */
  public static Object text(Object object) {
    return SharedCalls.areEvents(object)
        ? SharedCalls.event(object, What.ANYTHING, false, object::toString)
        : object;
  }

  /** The same of each of them; the same array if none is shared. */
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
    if (object instanceof Set<?> set) {
      return copy(set, LinkedHashSet::new);
    }
    return object instanceof Map<?, ?> map ? copy(map, LinkedHashMap::new) : object;
  }

  private static <T> T copy(T collection, UnaryOperator<T> copy) {
    return SharedCalls.event(collection, What.ANYTHING, false, () -> copy.apply(collection));
  }
}
