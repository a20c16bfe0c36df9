package org.ftmpj.protocol;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/** Records that are as others but for one component. */
public final class Records {
  private Records() {}

  /**
   * The same, but one component is changed.
   *
   * @param path its name, or the names of it and of those that it is in, as in {@code a.b}
   */
  public static <R extends Record> R with(R record, String path, UnaryOperator<Object> change) {
    try {
      int dot = path.indexOf('.');
      String name = dot < 0 ? path : path.substring(0, dot);
      RecordComponent[] components = record.getClass().getRecordComponents();
      Object[] values = new Object[components.length];
      boolean found = false;
      for (int i = 0; i < values.length; i++) {
        components[i].getAccessor().setAccessible(true);
        values[i] = components[i].getAccessor().invoke(record);
        if (components[i].getName().equals(name)) {
          found = true;
          values[i] =
              dot < 0
                  ? change.apply(values[i])
                  : with((Record) values[i], path.substring(dot + 1), change);
        }
      }
      if (!found) {
        throw new IllegalArgumentException(record.getClass() + " has no " + name);
      }
      @SuppressWarnings("unchecked")
      Constructor<R> constructor =
          (Constructor<R>)
              record
                  .getClass()
                  .getDeclaredConstructor(
                      Arrays.stream(components)
                          .map(RecordComponent::getType)
                          .toArray(Class<?>[]::new));
      constructor.setAccessible(true);
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
