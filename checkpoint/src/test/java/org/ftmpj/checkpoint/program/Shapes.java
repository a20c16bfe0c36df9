package org.ftmpj.checkpoint.program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** A program with a call of every shape that Java's compiler writes around a message. */
public final class Shapes {
  private static final StringBuilder LOG = new StringBuilder();
  private static int counter = 100;

  private final double field = 1.5;
  private final Map<Object, String> byIdentity = new IdentityHashMap<>();

  private Shapes() {}

  enum Color {
    RED {
      @Override
      int value() {
        return number(1);
      }
    },
    GREEN {
      @Override
      int value() {
        return number(2) * 2;
      }
    };

    int uses;

    abstract int value();
  }

  record Point(int x, double y, String name) {
    Point {
      if (Messages.exchange(x) < 0) {
        throw new IllegalArgumentException(name);
      }
    }

    double norm() {
      return Math.sqrt(x * x + Messages.exchange(y));
    }
  }

  interface Area<T extends Comparable<T>> {
    T area(T scale);

    default double twice(double value) {
      Messages.exchange(1);
      return 2 * value + hidden(value);
    }

    private double hidden(double value) {
      return Messages.exchange(value) + fixed(3);
    }

    static double fixed(int value) {
      return Messages.exchange(value) / 2;
    }
  }

  static class Square implements Area<Double> {
    private final double side;

    Square(double side) {
      this.side = side;
    }

    @Override
    public Double area(Double scale) {
      double result = side;
      for (int i = 0; i < 3; i++) {
        result += Messages.exchange(i) * scale;
      }
      return result;
    }
  }

  static class Base {
    final int a;
    final String b;
    final double sum;
    final byte small;
    final boolean flag;
    final char letter;
    final short shorter;
    final float real;
    final long big;

    Base(int a, String b) {
      this.a = a;
      this.b = b;
      double total = 0;
      for (int i = 0; i < 3; i++) {
        total += Messages.exchange(a + i);
      }
      small = (byte) number(1);
      flag = isEven(3);
      letter = letter(4);
      shorter = (short) number(5);
      real = (float) Messages.exchange(1);
      big = number(7) * 10_000_000_000L;
      sum = total;
      Messages.exchange(2);
    }

    @Override
    public String toString() {
      return a + b + sum + small + flag + letter + shorter + real + big;
    }
  }

  static class Derived extends Base {
    final int z;
    final List<Integer> list = new ArrayList<>();

    Derived(int q) {
      super(q + 1, "above" + q);
      list.add(number(q));
      z = number(5) + q;
    }

    Derived(int q, String more) {
      this(q > 3 ? q : q + number0(q));
      list.add(number(more.length()));
    }

    private static int number0(int n) {
      return n + 1;
    }
  }

  final class Inner {
    final double weight;

    Inner(double weight) {
      this.weight = weight + Messages.exchange(1);
    }

    double go(int n) {
      double sum = weight;
      for (int i = 0; i < n; i++) {
        sum += field * exchange(i);
      }
      return sum;
    }
  }

  static double exchange(double value) {
    counter++;
    double result = Messages.exchange(value);
    return result * 2;
  }

  static int number(int i) {
    return (int) exchange(i);
  }

  static boolean isEven(int i) {
    return ((int) exchange(i)) % 2 == 0;
  }

  static byte small(int i) {
    return (byte) exchange(i);
  }

  static char letter(int i) {
    return (char) ('a' + (int) exchange(i) % 26);
  }

  static float real(int i) {
    return (float) exchange(i) / 3;
  }

  static long big(long i) {
    return (long) exchange(i) << 33;
  }

  synchronized double locked(int n) {
    check(this);
    double result = exchange(n);
    check(this);
    return result;
  }

  static synchronized long lockedStatic(long n) {
    check(Shapes.class);
    Messages.exchange(n);
    check(Shapes.class);
    return n * 2;
  }

  private static void check(Object lock) {
    if (!Thread.holdsLock(lock)) {
      throw new IllegalStateException("the lock is not held");
    }
  }

  double block(Object lock, Object second) {
    double result = 0;
    Messages.exchange(1);
    try {
      synchronized (lock) {
        for (int i = 0; i < 2; i++) {
          synchronized (second) {
            result += exchange(i);
            check(second);
          }
        }
        throw new IllegalStateException("in the block");
      }
    } catch (IllegalStateException e) {
      result += exchange(3);
    }
    return result + Messages.exchange(9);
  }

  static double caught(int n) {
    double result = 0;
    try {
      result += exchange(n);
      if (n == 2) {
        throw new IllegalArgumentException("two");
      }
      result += thrown(n);
    } catch (IllegalStateException e) {
      result += 1000 + exchange(1);
      LOG.append(e.getMessage());
    } catch (IllegalArgumentException e) {
      result += 2000 + exchange(2);
      LOG.append(e.getMessage()).append(e.getStackTrace()[0].getMethodName());
    } finally {
      result += exchange(3);
      LOG.append("finally").append(n);
    }
    try {
      exchange(4);
    } catch (Throwable any) {
      LOG.append("NEVER ").append(any);
    }
    return result;
  }

  static double thrown(int n) {
    Messages.exchange(1);
    if (n == 1) {
      throw new IllegalStateException("one");
    }
    return exchange(n);
  }

  static double closed() throws Exception {
    try (AutoCloseable one = () -> LOG.append("close").append(exchange(1));
        AutoCloseable two = () -> LOG.append("two").append(exchange(2))) {
      return exchange(one == two ? 1 : 2);
    }
  }

  static long fibonacci(int n) {
    Messages.exchange(n);
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
  }

  static String text(Object... parts) {
    StringBuilder text = new StringBuilder();
    for (Object part : parts) {
      Messages.exchange(1);
      text.append(part).append(',');
    }
    return text.toString();
  }

  static int chosen(int n) {
    return switch (n) {
      case 0 -> number(1);
      case 1 -> number(2) + number(3);
      case 1000 -> -1;
      default -> {
        int sum = 0;
        for (int i = 0; i < n; i++) {
          sum += number(i);
          if (sum > 1000) {
            break;
          }
        }
        yield sum;
      }
    };
  }

  static String named(String name) {
    switch (name) {
      case "one":
        return "1" + number(1);
      case "two":
        return "2" + number(2);
      default:
        return "?" + number(3);
    }
  }

  void mixed() {
    boolean z = true;
    byte b = 3;
    char c = 'q';
    short s = 77;
    int i = 12345;
    long l = 1L << 40;
    float f = 1.25f;
    double d = Math.PI;
    int[] ints = {1, 2, 3};
    double[][] doubles = {{1, 2}, {3, 4}};
    String[] strings = {"x", null, "z"};
    Object nothing = null;
    List<int[]> alias = new ArrayList<>();
    alias.add(ints);
    for (int k = 0; k < 3; k++) {
      doubles[k & 1][0] += exchange(k) * d + l % 7 + f;
      ints[k] = number(k);
      strings[1] = strings[0] + number(k) + c;
      z ^= isEven(k);
      b += small(k);
      c = letter(k);
      s++;
      f += real(k);
      l += lockedStatic(l) % 1000 + big(k);
    }
    LOG.append(alias.get(0) == ints).append(z).append(b).append(c).append(s).append(i).append(l);
    LOG.append(f).append(d).append(Arrays.toString(ints)).append(Arrays.deepToString(doubles));
    LOG.append(Arrays.toString(strings)).append(nothing);
    double e =
        d * 2
            + exchange(1) * (l + exchange(2))
            - new Inner(exchange(3)).go(2) / (i > 5 ? exchange(4) : exchange(5));
    LOG.append("expression").append(e);
    LOG.append(
        new Point(number(1), z ? exchange(2) : 0, text("a", 1, 2.5, new Point(number(3), 1, "in")))
            .norm());
    LOG.append("sum " + number(1) + ":" + isEven(2) + ":" + letter(3) + named("two") + named("x"));
    LOG.append(Messages.WORLD.send(ints, number(3), big(1), null))
        .append(chosen(0) + chosen(1) + chosen(5));
    LOG.append(Messages.WORLD.send(null, ints[0]++, l, i > 4 ? "yes" : named("one")));
    int[] shifted = {number(1), number(2), ints[number(1) % 3]++};
    shifted[number(2) % 3] += number(4);
    shifted[number(1) % 3] <<= (byte) 2 + small(1) % 3;
    LOG.append(Arrays.toString(shifted)).append(z && isEven(number(4)) || isEven(3));
    Object any = number(3) > 2 ? "text" : Integer.valueOf(number(1));
    if (any instanceof String word && isEven(word.length())) {
      LOG.append(word).append(word.length() + number(1));
    }
    LOG.append(new int[number(1) % 3 + 1][number(2) % 3 + 1].length);
  }

  static double apply(DoubleUnaryOperator f, double x) {
    return f.applyAsDouble(x) + 1;
  }

  static int apply(IntBinaryOperator f, int x) {
    return x + f.applyAsInt(x, 3);
  }

  static <A, B> B apply(Function<A, B> f, A a) {
    B result = f.apply(a);
    return result;
  }

  void lambdas() {
    int captured = 5;
    String text = "captured";
    DoubleUnaryOperator operator =
        x -> {
          double r = 0;
          for (int i = 0; i < 2; i++) {
            r += exchange(x + captured) + field;
          }
          return r;
        };
    Runnable runnable =
        () -> {
          Messages.exchange(1);
          LOG.append(text);
          operator.applyAsDouble(1);
          LOG.append(operator == null);
        };
    Function<Integer, Integer> reference = Shapes::number;
    Function<Double, Double> bound = new Square(2)::area;
    Supplier<Function<Integer, Base>> nested = () -> q -> new Base(q, "lambda");
    Function<Double, Inner> constructor = Inner::new;
    ToIntFunction<Integer> boxed = Shapes::number;
    BooleanSupplier truth = () -> isEven(number(2));
    LongSupplier widened = () -> number(2);
    runnable.run();
    LOG.append(apply(operator, 2)).append(apply((x, y) -> number(x) * y, 4));
    LOG.append(apply(reference, 3)).append(apply(bound, 1.5)).append(apply(nested.get(), 9));
    LOG.append(apply(constructor, 2.0).go(2)).append(boxed.applyAsInt(3));
    LOG.append(truth.getAsBoolean()).append(widened.getAsLong());
    new Object() {
      void anonymous() {
        Messages.exchange(1);
        LOG.append(captured).append(field);
        for (Color color : Color.values()) {
          color.uses += number(color.value());
          switch (color) {
            case RED:
              LOG.append("red");
              break;
            case GREEN:
              LOG.append("green").append(number(2));
              break;
            default:
              break;
          }
        }
      }
    }.anonymous();
    // Frames of the JDK are between: not capturable there.
    List.of(1, 2).forEach(x -> LOG.append(number(x)));
  }

  private static void streams() {
    String captured = "streams";
    IntStream.range(0, 3).forEach(i -> LOG.append(captured).append(Messages.exchange(i)));
    IntStream.rangeClosed(1, 9)
        .filter(i -> i % 3 == 0)
        .map(i -> i * i)
        .forEach(i -> LongStream.of(i, i + 1).forEach(l -> LOG.append(Messages.exchange(l))));
    Arrays.stream(new double[] {1.5, 2.5}).boxed().limit(2).forEachOrdered(Messages::exchange);
    List.of("a", "bb", "a").stream()
        .peek(LOG::append)
        .distinct()
        .map(String::length)
        .forEach(Shapes::number);
    DoubleConsumer action = Messages::exchange;
    DoubleStream.iterate(1, d -> d < 20, d -> 2 * d).skip(2).forEach(action);
    // The JDK would have other functions run in between: not capturable there.
    IntStream.of(2, 1).sorted().forEach(i -> LOG.append(Messages.exchange(i)));
    IntStream.of(2).flatMap(i -> IntStream.range(0, i)).forEach(i -> LOG.append(number(i)));
    IntStream.of(3).parallel().forEach(i -> LOG.append(number(i)));
    IntStream.of(1, 2).forEach(LOG::append);
  }

  void heap() {
    Object one = new Object();
    Object two = new Object();
    byIdentity.put(one, "one");
    byIdentity.put(two, "two");
    Map<String, Integer> sorted = new TreeMap<>(Comparator.reverseOrder());
    Map<String, List<Integer>> lists = new HashMap<>();
    for (int i = 0; i < 3; i++) {
      sorted.put("k" + number(i), i);
      lists.computeIfAbsent("l" + i, q -> new ArrayList<>()).add(number(i));
    }
    for (Map.Entry<String, Integer> entry : sorted.entrySet()) {
      LOG.append(entry.getKey()).append(number(entry.getValue()));
    }
    LOG.append(byIdentity.get(one)).append(byIdentity.get(two)).append(lists);
  }

  private static void deep(int depth) {
    if (depth == 0) {
      Messages.exchange(1);
    } else {
      deep(depth - 1);
    }
    counter++;
  }

  /** What the program has found when it ends. */
  public static String result() {
    return LOG + " " + counter + " " + Messages.count();
  }

  public static void main(String[] args) throws Exception {
    Shapes shapes = new Shapes();
    for (int round = 0; round < 2; round++) {
      shapes.mixed();
      shapes.lambdas();
      streams();
      shapes.heap();
      LOG.append(caught(0)).append(caught(1)).append(caught(2)).append(closed());
      LOG.append(shapes.locked(3))
          .append(shapes.block(new Object(), shapes))
          .append(lockedStatic(4));
      Area<Double> area = new Square(3);
      LOG.append(area.area(2.0)).append(area.twice(3)).append(fibonacci(5));
      Derived derived = new Derived(round, "more");
      LOG.append(derived).append(derived.z).append(derived.list);
      deep(50);
      LOG.append(round);
    }
    if (args.length > 0) {
      System.out.println(result());
    }
  }
}
