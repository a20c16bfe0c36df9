package org.ftmpj.agent.jar;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/** Lambdas and method references of every kind. Nothing private of a class is used by another. */
public final class Lambdas implements Callable<List<Object>> {
  static final List<Class<?>> ALL =
      List.of(Lambdas.class, Parent.class, Child.class, Named.class, Inner.class);

  private final List<Object> seen = new ArrayList<>();
  int field = 7;

  @Override
  public List<Object> call() throws Exception {
    thatCapture((byte) 1, 'c', 3L, 4.5, 6.5f, true, "text");
    references();
    conversions();
    inheritance();
    instances();
    seen.add(new Inner().sum(5));
    return seen;
  }

  private void thatCapture(byte b, char c, long l, double d, float f, boolean yes, String s)
      throws Exception {
    Callable<String> all = () -> "" + b + c + l + d + f + yes + s + field;
    seen.add(all.call());
    Function<String, Function<Integer, String>> nested = x -> y -> x + y + l + this.field;
    seen.add(nested.apply("x").apply(2));
    Runnable nothing = () -> field++;
    nothing.run();
    seen.add(field);
  }

  private void references() {
    Function<String, Integer> unbound = String::length;
    Supplier<Integer> bound = "four"::length;
    Function<String, StringBuilder> constructor = StringBuilder::new;
    BiFunction<String, Integer, Character> two = String::charAt;
    IntFunction<int[]> array = int[]::new;
    UnaryOperator<String> ofThis = this::decorated;
    Function<Object, String> ofNobody = Lambdas::text;
    Supplier<List<String>> generic = ArrayList::new;
    Function<CharSequence, Integer> ofInterface = CharSequence::length;
    seen.addAll(
        List.of(
            unbound.apply("abc"),
            bound.get(),
            constructor.apply("sb").toString(),
            two.apply("abc", 1),
            array.apply(3).length,
            ofThis.apply("this"),
            ofNobody.apply(3),
            generic.get(),
            ofInterface.apply("abcde")));
  }

  private String decorated(String text) {
    return "<" + text + field + ">";
  }

  private static String text(Object of) {
    return "text of " + of;
  }

  private void conversions() {
    ToIntFunction<Integer> unboxing = x -> x;
    ToLongFunction<Integer> widening = Integer::intValue;
    Function<Integer, Long> there = Lambdas::half;
    LongFunction<Object> boxing = x -> x;
    LongFunction<Long> boxed = Long::valueOf;
    LongSupplier ofInt = "12"::length;
    DoubleSupplier ofLong = Long.valueOf(9)::longValue;
    IntBinaryOperator primitive = Math::max;
    BiFunction<Integer, Integer, Integer> unboxed = Math::max;
    Comparator<String> dropped = Comparator.comparing(String::length);
    BooleanSupplier flag = List.of()::isEmpty;
    ObjIntConsumer<List<Object>> result = List::add;
    result.accept(seen, 3);
    Runnable ignoring = "ignored"::hashCode;
    ignoring.run();
    Function<Short, Object> ofShort = Lambdas::half;
    seen.addAll(
        List.of(
            unboxing.applyAsInt(4),
            widening.applyAsLong(5),
            there.apply(12),
            boxing.apply(6),
            boxed.apply(7),
            ofInt.getAsLong(),
            ofLong.getAsDouble(),
            primitive.applyAsInt(3, 4),
            unboxed.apply(8, 5),
            dropped.compare("aa", "b"),
            flag.getAsBoolean(),
            ofShort.apply((short) 10)));
  }

  private static long half(int of) {
    return of / 2;
  }

  private void inheritance() {
    Child child = new Child();
    seen.add(child.both());
    Named named = () -> "Bob";
    seen.add(named.greeting().get());
    seen.add(Named.nobody().name());
  }

  /** What captures nothing is one instance for each place. */
  private void instances() {
    List<Runnable> same = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      same.add(() -> {});
    }
    seen.add(same.get(0) == same.get(1));
    List<Integer> sorted = new ArrayList<>(List.of(2, 3, 1));
    Collections.sort(sorted, (a, b) -> b - a);
    seen.add(sorted);
    seen.add(((Runnable) () -> {}).getClass().isSynthetic());
  }

  /** Its lambda and that of the subclass are methods of the same name. */
  static class Parent {
    Supplier<String> make() {
      return () -> "parent " + this.name();
    }

    private String name() {
      return "P";
    }
  }

  static final class Child extends Parent {
    @Override
    Supplier<String> make() {
      return () -> "child " + this.name();
    }

    String both() {
      Supplier<Supplier<String>> parents = super::make;
      return make().get() + ", " + parents.get().get();
    }

    private String name() {
      return "C";
    }
  }

  /** An interface with lambdas in a default, a static and a private method. */
  interface Named {
    String name();

    default Supplier<String> greeting() {
      return () -> "Hello " + name() + mark();
    }

    private String mark() {
      Supplier<String> mark = () -> "!";
      return mark.get();
    }

    static Named nobody() {
      return () -> "nobody";
    }
  }

  final class Inner {
    int sum(int more) {
      IntFunction<Integer> add = x -> x + field + more;
      return add.apply(1);
    }
  }
}
