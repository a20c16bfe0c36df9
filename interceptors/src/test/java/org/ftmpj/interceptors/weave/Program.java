package org.ftmpj.interceptors.weave;

import java.lang.invoke.MethodHandles;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;

/** A program, for the tests to weave. */
public class Program {
  public static long nanoTime() {
    return System.nanoTime();
  }

  public static long currentTimeMillis() {
    return System.currentTimeMillis();
  }

  public static double wtime() {
    return mpi.MPI.Wtime();
  }

  public static LongSupplier clock() {
    return System::currentTimeMillis;
  }

  public static void exit(int code) {
    System.exit(code);
  }

  public static void runtimeExit(int code) {
    Runtime.getRuntime().exit(code);
  }

  public static void halt(int code) {
    Runtime.getRuntime().halt(code);
  }

  public static IntConsumer halter() {
    return Runtime.getRuntime()::halt;
  }

  public static MethodHandles.Lookup untouched() {
    return MethodHandles.lookup();
  }

  /** Has branches and loops, so that it has frames. */
  public static void main(String[] arguments) {
    int sum = 0;
    for (String argument : arguments) {
      try {
        sum += Integer.parseInt(argument);
      } catch (NumberFormatException e) {
        if (argument.startsWith("!")) {
          throw new IllegalStateException(argument);
        }
      }
    }
    if (sum == 42) {
      return;
    }
    System.out.print("");
  }

  /** Has no main of its own. */
  public static class Heir extends Program {}

  /** Another main would be called if there were not the one with arguments. */
  public static class Overloading extends Heir {
    static void main() {
      throw new IllegalStateException();
    }
  }

  /** Has main as a method of objects. */
  public interface Default {
    default void main(String... arguments) {}

    static void main() {
      throw new IllegalStateException();
    }
  }

  /** Has that of its interface. */
  public static class Implementing implements Default {}

  /** Has that of its superclass. */
  public static class HeirOfBoth extends Program implements Runnable {
    @Override
    public void run() {}
  }

  /** Has one without arguments; the other is private. */
  public static class Without {
    private static void main(String[] arguments) {
      throw new IllegalStateException();
    }

    void main() {
      main(new String[0]);
    }
  }

  /** A signature that begins like a descriptor, and is none. */
  public interface Shows<T> {
    String show(Box<T> box);
  }

  public record Box<T>(T content) {}
}
