package org.ftmpj.interceptors.bridge.value;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.StringConcatException;
import java.lang.invoke.StringConcatFactory;

/** The {@code +} of strings with objects whose text may tell their hash code of identity. */
public final class Concatenations {
  private static final MethodHandle SHOWN = shown();

  private Concatenations() {}

  private static MethodHandle shown() {
    try {
      return MethodHandles.lookup()
          .findStatic(Identities.class, "shown", MethodType.methodType(Object.class, Object.class));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Instead of {@link StringConcatFactory#makeConcatWithConstants}. */
  public static CallSite makeConcatWithConstants(
      MethodHandles.Lookup caller, String name, MethodType type, String recipe, Object... constants)
      throws StringConcatException {
    MethodType shown = type;
    MethodHandle[] filters = new MethodHandle[type.parameterCount()];
    for (int i = 0; i < filters.length; i++) {
      Class<?> parameter = type.parameterType(i);
      if (!parameter.isPrimitive() && parameter != String.class) {
        shown = shown.changeParameterType(i, Object.class);
        filters[i] = SHOWN.asType(MethodType.methodType(Object.class, parameter));
      }
    }
    CallSite actual =
        StringConcatFactory.makeConcatWithConstants(caller, name, shown, recipe, constants);
    return new ConstantCallSite(MethodHandles.filterArguments(actual.dynamicInvoker(), 0, filters));
  }
}
