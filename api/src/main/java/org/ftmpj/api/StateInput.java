package org.ftmpj.api;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.util.List;

/** Reads what {@link StateOutput} has written. */
final class StateInput extends ObjectInputStream {
  private final List<Object> objects;

  /**
   * A stream.
   *
   * @param objects registered in the same order
   */
  StateInput(byte[] state, List<Object> objects) throws IOException {
    super(new ByteArrayInputStream(state));
    setObjectInputFilter(new StateTypes(state.length));
    this.objects = objects;
    enableResolveObject(true);
  }

  @Override
  protected Object resolveObject(Object object) {
    return object instanceof StateOutput.Registered registered
        ? objects.get(registered.number())
        : object;
  }

  /** Resolves classes of the program, which may be of another loader than this one. */
  @Override
  protected Class<?> resolveClass(ObjectStreamClass type)
      throws IOException, ClassNotFoundException {
    Class<?> found = find(type);
    if (!StateTypes.allow(found)) {
      throw new InvalidClassException(type.getName(), "no class that state may have");
    }
    return found;
  }

  private Class<?> find(ObjectStreamClass type) throws IOException, ClassNotFoundException {
    try {
      return super.resolveClass(type);
    } catch (ClassNotFoundException e) {
      return Class.forName(type.getName(), false, Thread.currentThread().getContextClassLoader());
    }
  }
}
