package org.ftmpj.interceptors.bridge;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.StringConcatException;
import java.lang.invoke.StringConcatFactory;

/**
 * The {@code +} of strings with objects that threads may share, or whose text may tell their hash
 * code of identity.
 */
public final class Concatenations {
  /** Sum of which ones are looked for: objects that threads share. */
  public static final int EVENTS = 1;

  /** The text of objects that shows their hash code. */
  public static final int IDENTITIES = 2;

  /** Descriptor of the bootstrap method. */
  public static final String BOOTSTRAP =
      "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;"
          + "ILjava/lang/String;[Ljava/lang/Object;)Ljava/lang/invoke/CallSite;";

  private static final MethodHandle TEXT = find(SharedTexts.class, "text");
  private static final MethodHandle SHOWN = find(IdentityHashes.class, "shown");

  private Concatenations() {}

  /**
   * Instead of {@link StringConcatFactory#makeConcatWithConstants}.
   *
   * @param which sum of {@link #EVENTS} and {@link #IDENTITIES}
   */
  public static CallSite makeConcatWithConstants(
      MethodHandles.Lookup caller,
      String name,
      MethodType type,
      int which,
      String recipe,
      Object... constants)
      throws StringConcatException {
    MethodHandle filter = filter(which);
    MethodType shown = type;
    MethodHandle[] filters = new MethodHandle[type.parameterCount()];
    for (int i = 0; i < filters.length; i++) {
      Class<?> parameter = type.parameterType(i);
      if (!parameter.isPrimitive() && parameter != String.class) {
        shown = shown.changeParameterType(i, Object.class);
        filters[i] = filter.asType(MethodType.methodType(Object.class, parameter));
      }
    }
    CallSite actual =
        StringConcatFactory.makeConcatWithConstants(caller, name, shown, recipe, constants);
    return new ConstantCallSite(MethodHandles.filterArguments(actual.dynamicInvoker(), 0, filters));
  }

  private static MethodHandle filter(int which) {
    return switch (which) {
      case EVENTS -> TEXT;
      case IDENTITIES -> SHOWN;
      default -> MethodHandles.filterReturnValue(TEXT, SHOWN);
    };
  }

  private static MethodHandle find(Class<?> owner, String method) {
    try {
      return MethodHandles.lookup()
          .findStatic(owner, method, MethodType.methodType(Object.class, Object.class));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
