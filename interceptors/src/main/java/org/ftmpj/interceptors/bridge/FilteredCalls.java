package org.ftmpj.interceptors.bridge;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;

/** Calls of static methods each of whose arguments is given to another method first. */
public final class FilteredCalls {
  /** Descriptor of {@link #bootstrap}. */
  public static final String BOOTSTRAP =
      "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;"
          + "Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodHandle;)"
          + "Ljava/lang/invoke/CallSite;";

  private FilteredCalls() {}

  /**
   * The bootstrap method of such a call.
   *
   * @param filter takes and returns an object, of the class of the argument
   */
  public static CallSite bootstrap(
      MethodHandles.Lookup caller,
      String name,
      MethodType type,
      MethodHandle called,
      MethodHandle filter) {
    return new ConstantCallSite(of(called, filter).asType(type));
  }

  /** The method, with what the filter makes of each argument. */
  public static MethodHandle of(MethodHandle called, MethodHandle filter) {
    MethodHandle[] filters =
        Arrays.stream(called.type().parameterArray())
            .map(type -> filter.asType(MethodType.methodType(type, type)))
            .toArray(MethodHandle[]::new);
    return MethodHandles.filterArguments(called, 0, filters);
  }
}
