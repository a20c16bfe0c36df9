package org.ftmpj.checkpoint.image.program;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.List;

/** Handles of methods and variables, as programs keep them in static fields. */
final class HandleCases {
  private static int shared = 5;

  private final String text;
  private volatile int count = 3;

  private HandleCases(String text) {
    this.text = text;
  }

  private interface Making {
    Object make(Lookup lookup) throws ReflectiveOperationException;
  }

  private interface Use<T> {
    Object use(T handle) throws Throwable;
  }

  static List<Case> cases() {
    Class<?> type = HandleCases.class;
    return List.of(
        HandleCases.<VarHandle>handle(
            "field handle",
            lookup -> lookup.findVarHandle(type, "count", int.class),
            handle -> {
              HandleCases object = new HandleCases("x");
              return (int) handle.getAndAdd(object, 4) + object.count;
            }),
        HandleCases.<VarHandle>handle(
            "static field handle",
            lookup -> lookup.findStaticVarHandle(type, "shared", int.class),
            handle -> (int) handle.get()),
        HandleCases.<VarHandle>handle(
            "array handle",
            lookup -> MethodHandles.arrayElementVarHandle(long[].class),
            handle -> {
              long[] array = {1, 2};
              handle.setVolatile(array, 1, 9L);
              return array[1];
            }),
        HandleCases.<MethodHandle>handle(
            "private method",
            lookup -> lookup.findVirtual(type, "say", MethodType.methodType(String.class)),
            handle -> (String) handle.invokeExact(new HandleCases("y"))),
        HandleCases.<MethodHandle>handle(
            "static method",
            lookup ->
                lookup.findStatic(
                    Math.class, "max", MethodType.methodType(int.class, int.class, int.class)),
            handle -> (int) handle.invokeExact(3, 7)),
        HandleCases.<MethodHandle>handle(
            "constructor",
            lookup -> lookup.findConstructor(type, MethodType.methodType(void.class, String.class)),
            handle -> ((HandleCases) handle.invokeExact("z")).say()),
        HandleCases.<MethodHandle>handle(
            "getter",
            lookup -> lookup.findGetter(type, "text", String.class),
            handle -> (String) handle.invokeExact(new HandleCases("g"))),
        HandleCases.<MethodHandle>handle(
            "method of many",
            lookup ->
                lookup.findStatic(
                    String.class,
                    "format",
                    MethodType.methodType(String.class, String.class, Object[].class)),
            handle -> handle.isVarargsCollector() + (String) handle.invoke("%s-%s", 1, 2)),
        HandleCases.<MethodType>handle(
            "method type",
            lookup -> MethodType.methodType(type, int[].class),
            made -> made == MethodType.methodType(type, int[].class)),
        HandleCases.<Lookup>handle(
            "lookup",
            lookup -> lookup,
            lookup -> (int) lookup.findStaticGetter(type, "shared", int.class).invokeExact()));
  }

  private static <T> Case handle(String name, Making making, Use<T> use) {
    return Case.<T>of(
        name,
        () -> {
          try {
            @SuppressWarnings("unchecked")
            T made = (T) making.make(MethodHandles.lookup());
            return made;
          } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
          }
        },
        handle -> {
          try {
            return use.use(handle);
          } catch (RuntimeException | Error e) {
            throw e;
          } catch (Throwable e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private String say() {
    return text + count;
  }
}
