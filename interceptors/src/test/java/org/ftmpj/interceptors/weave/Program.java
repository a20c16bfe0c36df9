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

  /** A signature that begins like a descriptor, and is none. */
  public interface Shows<T> {
    String show(Box<T> box);
  }

  public record Box<T>(T content) {}
}
