package org.ftmpj.api;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.util.ArrayList;
import java.util.List;

/**
 * The state that a program has named, as bytes: the root, then the checkpointed fields of each
 * registered object, in one stream, so that shared objects stay shared. One thread.
 */
final class State {
  private final List<RegisteredObject> registered = new ArrayList<>();
  private final List<Runnable> actions = new ArrayList<>();
  private Object root;

  void register(Object object) {
    registered.add(new RegisteredObject(object));
  }

  void afterRestore(Runnable action) {
    actions.add(action);
  }

  Object root() {
    return root;
  }

  void root(Object object) {
    root = object;
  }

  private List<Object> objects() {
    return registered.stream().map(RegisteredObject::object).toList();
  }

  byte[] bytes() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (StateOutput out = new StateOutput(bytes, objects())) {
      write(out, "what restoreOr gave", root);
      out.writeInt(registered.size());
      for (RegisteredObject each : registered) {
        out.writeObject(each.names().toArray(String[]::new));
        for (String name : each.names()) {
          write(out, name, each.get(name));
        }
      }
    }
    return bytes.toByteArray();
  }

  /** Writes a value; the JDK's message of a failure has only the name of the class. */
  private static void write(StateOutput out, String name, Object value) throws IOException {
    try {
      out.writeObject(value);
    } catch (NotSerializableException e) {
      throw new IOException(
          "an object of " + e.getMessage() + ", which is not serializable, in " + name, e);
    }
  }

  /** Sets the root and the fields, and runs the actions. */
  void restore(byte[] bytes) throws IOException, ClassNotFoundException {
    try (StateInput in = new StateInput(bytes, objects())) {
      root = in.readObject();
      requireSame("registered objects", in.readInt(), registered.size());
      for (RegisteredObject each : registered) {
        List<String> names = List.of((String[]) in.readObject());
        requireSame("checkpointed fields", names, each.names());
        for (String name : names) {
          each.set(name, in.readObject());
        }
      }
    }
    actions.forEach(Runnable::run);
  }

  private static void requireSame(String what, Object saved, Object now) throws IOException {
    if (!saved.equals(now)) {
      throw new IOException("the " + what + " were " + saved + ", and are " + now);
    }
  }
}
