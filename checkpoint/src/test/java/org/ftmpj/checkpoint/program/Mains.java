package org.ftmpj.checkpoint.program;

import java.util.ArrayList;
import java.util.List;

/** Forms of main: each is a program of its own. */
public final class Mains {
  static final List<String> SAID = new ArrayList<>();

  private Mains() {}

  /** What the program has said. */
  public static String result() {
    return SAID.toString();
  }

  static void work(Object who) {
    for (int i = 0; i < 3; i++) {
      SAID.add(who + " " + Messages.exchange(i));
    }
  }

  /** Has variable arguments. */
  public static class Variable {
    public static void main(String... arguments) {
      int number = arguments.length;
      work("variable");
      SAID.add("then " + number);
    }
  }

  /** Inherits it, and has others that the Java launcher does not call. */
  public static class Heir extends Variable {
    public static int main(int number) {
      return number;
    }

    static void main() {
      throw new IllegalStateException();
    }
  }

  /** An interface. */
  public interface Face {
    static void main(String[] arguments) {
      int number = arguments.length;
      work("face");
      SAID.add("then " + number);
    }
  }

  /** An enum. */
  public enum Constant {
    ONLY;

    public static void main(String... arguments) {
      Constant only = ONLY;
      work("enum");
      SAID.add("then " + (only == ONLY));
    }
  }

  /** A record. */
  public record Point(int x) {
    public static synchronized void main(String[] arguments) {
      Point point = new Point(arguments.length);
      work("record");
      SAID.add("then " + point);
    }
  }

  /** A method of objects, which its interface has. */
  public interface Default {
    default void main(String... arguments) {
      int number = arguments.length;
      work("default");
      SAID.add("then " + number + " " + getClass().getSimpleName());
    }
  }

  /** Has the method of its interface. */
  public static class Implementing implements Default {}

  /** A base whose constructor says something. */
  public static class Base {
    Base() {
      System.out.println("base");
    }
  }

  /** A method of objects without arguments. */
  public static class Instance extends Base {
    private static final List<String> MADE = new ArrayList<>();

    private final int number;

    Instance() {
      System.out.println("made");
      MADE.add("made");
      number = MADE.size();
    }

    void main() {
      work("instance");
      SAID.add("then " + number + " " + new Instance().number);
      System.out.println(result());
    }
  }
}
