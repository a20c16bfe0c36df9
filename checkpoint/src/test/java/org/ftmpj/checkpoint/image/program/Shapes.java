package org.ftmpj.checkpoint.image.program;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/** Ordinary classes of a program. */
final class Shapes {
  static final List<String> LOG = new ArrayList<>();
  private static final Map<String, Integer> COUNTS = new HashMap<>();
  private static int created;
  private static long sum = 1L << 40;
  private static volatile double mean = Math.PI;
  private static Shapes last;

  boolean flag = true;
  byte small = -3;
  short medium = -30_000;
  char letter = '\u20ac';
  int number = 1 << 30;
  long large = Long.MIN_VALUE;
  float real = Float.MIN_VALUE;
  double precise = Math.E;
  Object self = this;
  final Inner inner = new Inner(7);
  transient String hidden = "transient" + number;

  Shapes() {
    created++;
    sum += number;
    last = this;
    LOG.add("created " + created);
    COUNTS.merge("shapes", 1, Integer::sum);
  }

  final class Inner {
    final int value;

    Inner(int value) {
      this.value = value;
    }

    Shapes outer() {
      return Shapes.this;
    }
  }

  static class Base {
    private int value = 1;

    int baseValue() {
      return value;
    }
  }

  /** A field of the same name as that of its superclass. */
  static final class Derived extends Base {
    private int value = 2;

    @Override
    public String toString() {
      return baseValue() + " " + value;
    }
  }

  record Point(int x, double y, List<Point> others) {}

  enum Operator implements IntUnaryOperator {
    NEGATE {
      @Override
      public int applyAsInt(int operand) {
        uses++;
        return -operand;
      }
    },
    TWICE {
      @Override
      public int applyAsInt(int operand) {
        uses++;
        return 2 * operand;
      }
    };

    int uses;
  }

  static final class Failure extends Exception {
    private static final long serialVersionUID = 1L;
    final int code;

    Failure(String message, int code, Throwable cause) {
      super(message, cause);
      this.code = code;
    }
  }

  Supplier<String> bound() {
    return this::describe;
  }

  Supplier<String> capturing(long one, double two, Object three) {
    return () -> one + " " + two + " " + three + " " + flag;
  }

  Supplier<Integer> ofSuper() {
    return super::hashCode;
  }

  private String describe() {
    return ""
        + flag
        + small
        + medium
        + letter
        + number
        + large
        + real
        + precise
        + (self == this)
        + inner.value
        + (inner.outer() == this)
        + hidden;
  }

  static String statics() {
    return LOG + " " + COUNTS + " " + created + " " + sum + " " + mean + " " + last.describe();
  }

  @Override
  public String toString() {
    return describe();
  }
}
