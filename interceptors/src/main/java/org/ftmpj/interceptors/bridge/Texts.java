package org.ftmpj.interceptors.bridge;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What objects that several threads use say of themselves: to read it is an event. Called where the
 * program makes text of any object, or compares it.
 */
public final class Texts {
  private Texts() {}

  /** The text of an object that is about to be made text; other objects as they are. */
  public static Object text(Object object) {
    return Threading.enterIfShared(object) ? leaving(object) : object;
  }

  /** The same of each of them; the same array if none is shared. */
  public static Object[] texts(Object[] objects) {
    Object[] texts = objects;
    for (int i = 0; objects != null && i < objects.length; i++) {
      Object text = text(objects[i]);
      if (text != objects[i]) {
        texts = texts == objects ? objects.clone() : texts;
        texts[i] = text;
      }
    }
    return texts;
  }

  /** A copy of a shared collection, equal to it; other objects as they are. */
  public static Object still(Object object) {
    if (!Threading.isShared(object)) {
      return object;
    }
    if (object instanceof List<?> list) {
      return Traversals.event(list, () -> new ArrayList<>(list));
    }
    if (object instanceof Set<?> set) {
      return Traversals.event(set, () -> new LinkedHashSet<>(set));
    }
    return object instanceof Map<?, ?> map
        ? Traversals.event(map, () -> new LinkedHashMap<>(map))
        : object;
  }

  private static String leaving(Object entered) {
    try {
      return entered.toString();
    } finally {
      Threading.leave(entered);
    }
  }
}
