package org.ftmpj.it.program.kinds;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import mpi.MPI;

/** Holds an object of one kind, and uses it after each of its calls of MPI: {@code Holds KIND}. */
public final class Holds {
  private static final int ROUNDS = 40;

  private static Object held;

  private Holds() {}

  public static void main(String[] args) throws Exception {
    String[] arguments = MPI.Init(args);
    String name = arguments[arguments.length - 1];
    Kind<?> kind =
        Arrays.stream(JdkKind.values()).anyMatch(each -> each.name().equals(name))
            ? JdkKind.valueOf(name).kind()
            : LibraryKind.valueOf(name).kind();
    // By a static field, a local variable, a lambda or a collection, as programs do.
    switch (Math.floorMod(name.hashCode(), 4)) {
      case 0 -> {
        held = kind.make().call();
        rounds(kind, () -> held);
      }
      case 1 -> {
        Object local = kind.make().call();
        for (int round = 0; round < ROUNDS; round++) {
          round(kind, round, local);
        }
      }
      case 2 -> {
        Object local = kind.make().call();
        rounds(kind, () -> local);
      }
      default -> {
        List<Object> list = List.of("first", kind.make().call());
        rounds(kind, () -> list.get(1));
      }
    }
    MPI.Finalize();
  }

  private static void rounds(Kind<?> kind, Supplier<Object> of) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      round(kind, round, of.get());
    }
  }

  private static void round(Kind<?> kind, int round, Object object) throws Exception {
    double[] sum = new double[1];
    double[] own = {MPI.COMM_WORLD.Rank() + round};
    MPI.COMM_WORLD.Allreduce(own, 0, sum, 0, 1, MPI.DOUBLE, MPI.SUM);
    System.out.printf(Locale.ROOT, "%d %.0f %s%n", round, sum[0], kind.shown(object));
  }
}
