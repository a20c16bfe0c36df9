package org.ftmpj.interceptors.bridge;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Calls that the program makes by reflection or by a method handle: the same becomes of them as of
 * calls in its code. Any thread.
 */
public final class Reflected {
  private static final Map<Method, Optional<MethodHandle>> KNOWN = new ConcurrentHashMap<>();
  private static final Map<Constructor<?>, Boolean> TOLD = new ConcurrentHashMap<>();

  private static volatile Changes changes;

  /** The replacements of the JDK's methods. */
  public interface Changes {
    /**
     * Returns the handle to be called instead of a method.
     *
     * @param method its parameters and its result
     * @param actual calls the method as it is; its first parameter is the object, if there is one
     * @return null if the method is called as it is
     */
    MethodHandle of(
        Class<?> type, String name, MethodType method, boolean isStatic, MethodHandle actual);

    /** An object is about to be made by that constructor. */
    void make(Constructor<?> constructor);
  }

  private Reflected() {}

  /** Sets what becomes of such calls. To be called before the program starts. */
  public static void install(Changes changes) {
    Reflected.changes = changes;
  }

  /** A method handle to call instead of that method, as an object; null if it is called itself. */
  public static Object instead(Method method) {
    if (method == null || method.getDeclaringClass().getClassLoader() != null && !isOfMpi(method)) {
      return null;
    }
    return KNOWN.computeIfAbsent(method, Reflected::find).orElse(null);
  }

  private static boolean isOfMpi(Method method) {
    return method.getDeclaringClass().getName().startsWith("mpi.");
  }

  private static Optional<MethodHandle> find(Method method) {
    try {
      MethodHandle actual = MethodHandles.publicLookup().unreflect(method);
      MethodHandle changed = changed(method, actual);
      return Optional.ofNullable(changed)
          .map(handle -> handle.asFixedArity().asType(handle.type().generic()))
          .map(handle -> handle.asSpreader(Object[].class, handle.type().parameterCount()));
    } catch (IllegalAccessException notPublic) {
      return Optional.empty();
    }
  }

  private static MethodHandle changed(Method method, MethodHandle actual) {
    return changes.of(
        method.getDeclaringClass(),
        method.getName(),
        MethodType.methodType(method.getReturnType(), method.getParameterTypes()),
        Modifier.isStatic(method.getModifiers()),
        actual);
  }

  /**
   * Calls what {@link #instead} gave for a method, as {@link Method#invoke} does.
   *
   * @param receiver of the method; of no account if it is static
   */
  public static Object invoke(Object instead, Method method, Object receiver, Object[] arguments)
      throws InvocationTargetException {
    boolean isStatic = Modifier.isStatic(method.getModifiers());
    Object[] given = arguments == null ? new Object[0] : arguments;
    if (given.length != method.getParameterCount()) {
      throw new IllegalArgumentException("wrong number of arguments: " + given.length);
    }
    if (!isStatic && !method.getDeclaringClass().isInstance(receiver)) {
      Objects.requireNonNull(receiver);
      throw new IllegalArgumentException("object is not an instance of declaring class");
    }
    Object[] all = given;
    if (!isStatic) {
      all = new Object[given.length + 1];
      all[0] = receiver;
      System.arraycopy(given, 0, all, 1, given.length);
    }
    try {
      return ((MethodHandle) instead).invoke(all);
    } catch (Throwable e) {
      throw new InvocationTargetException(e);
    }
  }

  /** Returns the handle that the program gets after a lookup. */
  public static MethodHandle handle(MethodHandle actual) {
    try {
      MethodHandleInfo info = MethodHandles.publicLookup().revealDirect(actual);
      MethodHandle changed =
          switch (info.getReferenceKind()) {
            case MethodHandleInfo.REF_invokeStatic -> changed(info, true, actual);
            case MethodHandleInfo.REF_invokeVirtual, MethodHandleInfo.REF_invokeInterface ->
                changed(info, false, actual);
            default -> null;
          };
      return changed == null ? actual : changed.withVarargs(actual.isVarargsCollector());
    } catch (IllegalArgumentException notOfThePublic) {
      return actual;
    }
  }

  private static MethodHandle changed(
      MethodHandleInfo info, boolean isStatic, MethodHandle actual) {
    Class<?> type = info.getDeclaringClass();
    boolean ofMpi = type.getName().startsWith("mpi.");
    return type.getClassLoader() != null && !ofMpi
        ? null
        : changes.of(type, info.getName(), info.getMethodType(), isStatic, actual.asFixedArity());
  }

  /** An object is about to be made by reflection. */
  public static void make(Constructor<?> constructor) {
    if (constructor != null
        && constructor.getDeclaringClass().getClassLoader() == null
        && TOLD.putIfAbsent(constructor, true) == null) {
      changes.make(constructor);
    }
  }
}
