package org.ftmpj.api;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * The protection by FTMPJ in this process. Its class is found by name, and called with types of the
 * JDK only: so this jar depends on nothing, and a program that was compiled against another version
 * of it runs.
 */
final class AgentProtection implements Protection {
  static final String CLASS = "org.ftmpj.checkpoint.bridge.SafePoints";

  private final MethodHandle open;
  private final MethodHandle state;
  private final MethodHandle begun;
  private final MethodHandle wants;
  private final MethodHandle save;
  private final MethodHandle failed;

  /**
   * The protection.
   *
   * @param bridge the class that is called
   */
  AgentProtection(Class<?> bridge) {
    open = find(bridge, "open", void.class);
    state = find(bridge, "state", byte[].class);
    begun = find(bridge, "begun", void.class);
    wants = find(bridge, "wants", boolean.class, boolean.class);
    save = find(bridge, "save", void.class, byte[].class);
    failed = find(bridge, "failed", Error.class, String.class, Throwable.class);
  }

  private static MethodHandle find(
      Class<?> bridge, String name, Class<?> result, Class<?>... parameters) {
    try {
      return MethodHandles.publicLookup()
          .findStatic(bridge, name, MethodType.methodType(result, parameters));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "the agent of FTMPJ in this process does not know this version of ftmpj-api", e);
    }
  }

  @Override
  public void open() {
    try {
      open.invokeExact();
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  @Override
  public byte[] state() {
    try {
      return (byte[]) state.invokeExact();
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  @Override
  public void begun() {
    try {
      begun.invokeExact();
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  @Override
  public boolean wants(boolean forced) {
    try {
      return (boolean) wants.invokeExact(forced);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  @Override
  public void save(byte[] bytes) {
    try {
      save.invokeExact(bytes);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  @Override
  public Error failed(String what, Throwable why) {
    try {
      return (Error) failed.invokeExact(what, why);
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** Turns an exception of a method into an unchecked one. */
  private static RuntimeException unchecked(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return e instanceof RuntimeException runtime ? runtime : new IllegalStateException(e);
  }
}
