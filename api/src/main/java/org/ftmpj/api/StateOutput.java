package org.ftmpj.api;

import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Serializes the state that a program has named. A reference to a registered object is written as
 * its number: the object itself exists when the state is read.
 */
final class StateOutput extends ObjectOutputStream {
  private final Map<Object, Registered> registered = new IdentityHashMap<>();

  /**
   * The number that replaces a registered object in the stream.
   *
   * @param number in the order in which they were registered
   */
  record Registered(int number) implements Serializable {}

  StateOutput(OutputStream to, List<Object> objects) throws IOException {
    super(to);
    for (Object object : objects) {
      registered.putIfAbsent(object, new Registered(registered.size()));
    }
    enableReplaceObject(true);
  }

  /** Refuses a class that could not be read again. */
  @Override
  protected void annotateClass(Class<?> type) throws NotSerializableException {
    if (!StateTypes.allow(type)) {
      throw new NotSerializableException(type.getName() + " (a part of the JDK that is no data)");
    }
  }

  @Override
  protected Object replaceObject(Object object) throws IOException {
    Registered number = registered.get(object);
    if (number != null) {
      return number;
    }
    requireSameOrder(object);
    return object;
  }

  /**
   * Requires that an iteration over a copied table meets its elements in the order of the original,
   * which fails if the order follows from identities, which a copy does not have.
   */
  private static void requireSameOrder(Object object) throws NotSerializableException {
    for (Object key : keysOf(object)) {
      if (key != null && !(key instanceof Enum) && hasHashOfIdentity(key.getClass())) {
        throw new NotSerializableException(
            object.getClass().getName()
                + " with keys of "
                + key.getClass().getName()
                + " (no hashCode of its own; a linked table keeps its order)");
      }
    }
  }

  private static Collection<?> keysOf(Object object) {
    boolean hashes =
        object instanceof HashMap && !(object instanceof LinkedHashMap)
            || object instanceof Hashtable
            || object instanceof ConcurrentHashMap
            || object instanceof IdentityHashMap;
    if (hashes) {
      return ((Map<?, ?>) object).keySet();
    }
    return object instanceof HashSet && !(object instanceof LinkedHashSet)
        ? (Set<?>) object
        : List.of();
  }

  private static boolean hasHashOfIdentity(Class<?> type) {
    try {
      return type.getMethod("hashCode").getDeclaringClass() == Object.class;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e); // every object has it
    }
  }
}
