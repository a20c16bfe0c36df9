package org.ftmpj.checkpoint.image.program;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Collection;
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
        HandleCases.<MethodHandle>handle(
            "method of many, with a fixed number",
            lookup ->
                lookup
                    .findStatic(
                        String.class,
                        "format",
                        MethodType.methodType(String.class, String.class, Object[].class))
                    .asFixedArity(),
            handle -> handle.isVarargsCollector() + (String) handle.invoke("%s", new Object[] {1})),
        HandleCases.<MethodHandle>handle(
            "method of a superclass",
            lookup ->
                lookup.findVirtual(
                    ArrayList.class,
                    "containsAll",
                    MethodType.methodType(boolean.class, Collection.class)),
            handle ->
                (boolean)
                    handle.invokeExact(new ArrayList<>(List.of(1)), (Collection<?>) List.of())),
        HandleCases.<MethodHandle>handle(
            "other types",
            lookup ->
                lookup
                    .findVirtual(type, "say", MethodType.methodType(String.class))
                    .asType(MethodType.methodType(Object.class, type)),
            handle -> (Object) handle.invokeExact(new HandleCases("t"))),
        HandleCases.<MethodHandle>handle(
            "for a caller",
            lookup ->
                lookup.findStatic(
                    Class.class, "forName", MethodType.methodType(Class.class, String.class)),
            handle -> ((Class<?>) handle.invokeExact(type.getName())).getSimpleName()),
        HandleCases.<MethodHandle>handle(
            "bound",
            lookup ->
                lookup
                    .findVirtual(type, "say", MethodType.methodType(String.class))
                    .bindTo(new HandleCases("b")),
            handle -> (String) handle.invokeExact() + (Object) handle.invoke()),
        HandleCases.<MethodHandle>handle(
            "inserted",
            lookup -> MethodHandles.insertArguments(max(lookup), 1, 500_000),
            handle ->
                (int) handle.invokeExact(3)
                    + " "
                    + (Object) handle.invoke((short) 600)
                    + (int) MethodHandles.insertArguments(handle, 0, 600_000).invokeExact()
                    + (int) MethodHandles.filterReturnValue(handle, half()).invokeExact(2)),
        HandleCases.<MethodHandle>handle(
            "many values",
            lookup ->
                MethodHandles.insertArguments(
                    lookup.findStatic(
                        type,
                        "join",
                        MethodType.methodType(
                            String.class,
                            int.class,
                            long.class,
                            double.class,
                            float.class,
                            String.class,
                            String.class,
                            String.class,
                            String.class)),
                    1,
                    2L,
                    3.5,
                    4.5f,
                    "a",
                    "b",
                    "c"),
            handle ->
                (String) handle.invokeExact(1, "d")
                    + (Object) handle.invoke((byte) 2, (Object) "e")),
        HandleCases.<MethodHandle>handle(
            "guarded, filtered and caught",
            HandleCases::guarded,
            handle ->
                (Object) handle.invoke("odd", (short) 4)
                    + " "
                    + (int) handle.invokeExact("odd", 4)
                    + " "
                    + (int) handle.invokeExact("", 6)
                    + (int) handle.invokeExact("", 5)),
        HandleCases.<MethodHandle>handle(
            "loop",
            lookup ->
                MethodHandles.countedLoop(
                    MethodHandles.constant(int.class, 4),
                    MethodHandles.constant(int.class, 1),
                    max(lookup)),
            handle -> (int) handle.invokeExact() + "" + (Object) handle.invoke()),
        HandleCases.<MethodHandle>handle(
            "spread and collected",
            lookup -> max(lookup).asSpreader(int[].class, 2).asCollector(int[].class, 2),
            handle -> (int) handle.invokeExact(8, 9) + "" + (Object) handle.invoke((byte) 8, 10)),
        HandleCases.<MethodHandle>handle(
            "exact invoker",
            lookup -> MethodHandles.exactInvoker(max(lookup).type()),
            handle -> (int) handle.invokeExact(max(MethodHandles.lookup()), 8, 9)),
        HandleCases.<MethodHandle>handle(
            "of a variable",
            lookup ->
                lookup
                    .findStaticVarHandle(type, "shared", int.class)
                    .toMethodHandle(VarHandle.AccessMode.GET_VOLATILE),
            handle -> (int) handle.invokeExact()),
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

  private static MethodHandle max(Lookup lookup) throws ReflectiveOperationException {
    return lookup.findStatic(
        Math.class, "max", MethodType.methodType(int.class, int.class, int.class));
  }

  /** The length of a text, if that is odd, else a number times 2, or -1 for 5. */
  private static MethodHandle guarded(Lookup lookup) throws ReflectiveOperationException {
    MethodType ofInt = MethodType.methodType(int.class, int.class);
    MethodHandle length =
        lookup.findVirtual(String.class, "length", MethodType.methodType(int.class));
    MethodHandle twice =
        MethodHandles.filterReturnValue(
            lookup.findStatic(HandleCases.class, "four", ofInt), half());
    MethodHandle caught =
        MethodHandles.catchException(
            twice,
            IllegalStateException.class,
            MethodHandles.dropArguments(
                MethodHandles.constant(int.class, -1), 0, IllegalStateException.class));
    return MethodHandles.guardWithTest(
        MethodHandles.explicitCastArguments(
            length, MethodType.methodType(boolean.class, String.class)),
        MethodHandles.dropArguments(length, 1, int.class),
        MethodHandles.dropArguments(caught, 0, String.class));
  }

  private static int four(int number) {
    if (number == 5) {
      throw new IllegalStateException();
    }
    return number * 4;
  }

  private static MethodHandle half() throws ReflectiveOperationException {
    return MethodHandles.lookup()
        .findStatic(HandleCases.class, "half", MethodType.methodType(int.class, int.class));
  }

  private static int half(int number) {
    return number / 2;
  }

  private static String join(
      int i, long l, double d, float f, String a, String b, String c, String e) {
    return i + " " + l + d + f + a + b + c + e;
  }

  private String say() {
    return text + count;
  }
}
