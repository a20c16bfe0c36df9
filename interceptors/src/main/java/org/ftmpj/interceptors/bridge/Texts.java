package org.ftmpj.interceptors.bridge;

/**
 * What objects that several threads use say of themselves: to read it is an event. Stands in where
 * the program makes text of any object.
 */
public final class Texts {
  private Texts() {}

  /** Has the signature of {@link Object#toString} with its receiver as first argument. */
  public static String toString(Object object) {
    return Threading.enterIfShared(object) ? leaving(object) : object.toString();
  }

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

  private static String leaving(Object entered) {
    try {
      return entered.toString();
    } finally {
      Threading.leave(entered);
    }
  }
}
