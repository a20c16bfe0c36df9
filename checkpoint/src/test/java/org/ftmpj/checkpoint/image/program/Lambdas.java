package org.ftmpj.checkpoint.image.program;

import java.io.Serializable;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/** Lambdas and references to methods, of the program and of the JDK. */
final class Lambdas {
  private interface Generic<T> {
    T change(T value);
  }

  /** Has a bridge. */
  private interface OfString extends Generic<String> {
    @Override
    String change(String value);
  }

  private static int calls;

  private Lambdas() {}

  static List<Case> cases() {
    int local = 3;
    int[] counter = {0};
    return List.of(
        Case.<Supplier<String>>of("lambda", () -> () -> "nothing captured", Supplier::get),
        Case.<IntFunction<String>>of("captures", () -> i -> i + " " + local, f -> f.apply(1)),
        Case.<Supplier<Object>>of("shared", () -> () -> ++counter[0], Supplier::get),
        Case.of("captures this", () -> new Shapes().capturing(5, .5, "c"), Supplier::get),
        Case.of("bound", () -> new Shapes().bound(), Supplier::get),
        Case.of("protected method of super", () -> new Shapes().ofSuper(), f -> f.get() != 0),
        Case.<Supplier<Object>>of("constructor", () -> Object::new, f -> f.get().getClass()),
        Case.<IntFunction<int[]>>of("array", () -> int[]::new, f -> f.apply(3).length),
        Case.<Function<String, Integer>>of("unbound", () -> String::length, f -> f.apply("abc")),
        Case.<ToIntFunction<Integer>>of("unboxing", () -> Integer::intValue, f -> f.applyAsInt(9)),
        Case.<Function<Integer, Integer>>of("reboxing", () -> Integer::valueOf, f -> f.apply(9)),
        Case.<Function<Integer, Double>>of("widening", () -> Math::sqrt, f -> f.apply(9)),
        Case.<ToDoubleFunction<Integer>>of("to double", () -> x -> x, f -> f.applyAsDouble(2)),
        Case.<DoubleUnaryOperator>of("static", () -> Math::floor, f -> f.applyAsDouble(2.5)),
        Case.<IntBinaryOperator>of("primitive", () -> Math::max, f -> f.applyAsInt(2, 3)),
        Case.<LongSupplier>of("to long", () -> "abc"::length, LongSupplier::getAsLong),
        Case.<Consumer<Object>>of("result dropped", () -> List.of(1)::contains, Lambdas::accept),
        Case.<BiFunction<String, Object, Boolean>>of(
            "two", () -> String::equals, f -> f.apply("a", "a")),
        Case.<Supplier<String>>of("private static", () -> Lambdas::called, Supplier::get),
        Case.<Generic<String>>of("bridge", () -> (OfString) s -> s + s, f -> f.change("x")),
        Case.<UnaryOperator<String>>of("generic", () -> String::trim, f -> f.apply(" x ")),
        Case.of("serializable", Lambdas::serializable, Lambdas::isSerializable),
        Case.of("not serializable", () -> (Supplier<?>) () -> 1, Lambdas::isSerializable),
        Case.<Function<Object, Object>>of("identity", Function::identity, f -> f.apply(1)),
        Case.<Predicate<String>>of(
            "of the JDK", () -> Predicate.<String>isEqual("a").negate(), f -> f.test("a")),
        Case.<Comparator<String>>of(
            "comparator",
            () -> Comparator.comparing(String::length).reversed().thenComparing(s -> s),
            f -> List.of("a", "ccc", "bbb").stream().sorted(f).toList()),
        Case.<Object[]>of("class of a lambda", Lambdas::withClass, o -> o[0].getClass() == o[1]),
        Case.<Function<String, String>>of(
            "composed",
            () -> ((Function<String, String>) String::trim).andThen(s -> s + calls),
            f -> f.apply(" y ")));
  }

  private static Object accept(Consumer<Object> consumer) {
    consumer.accept(1);
    return "accepted";
  }

  private static String called() {
    return "called " + ++calls;
  }

  private static Object serializable() {
    return (Supplier<Object> & Serializable) () -> "serializable";
  }

  private static Object isSerializable(Object supplier) {
    return ((Supplier<?>) supplier).get() + " " + (supplier instanceof Serializable);
  }

  private static Object[] withClass() {
    Runnable lambda = () -> calls++;
    return new Object[] {lambda, lambda.getClass()};
  }
}
