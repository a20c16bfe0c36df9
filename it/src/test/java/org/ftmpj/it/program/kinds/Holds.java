package org.ftmpj.it.program.kinds;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import mpi.MPI;

/**
 * Holds an object of each of some kinds, and uses them after each of its calls of MPI: {@code Holds
 * KIND,KIND,...}.
 */
public final class Holds {
  private static final int ROUNDS = 40;

  private static final Map<String, Object> HELD = new HashMap<>();

  private Holds() {}

  public static void main(String[] args) throws Exception {
    String[] arguments = MPI.Init(args);
    Map<String, Callable<Object>> shown = new LinkedHashMap<>();
    for (String name : arguments[arguments.length - 1].split(",")) {
      shown.put(name, made(name, kind(name)));
    }
    for (int round = 0; round < ROUNDS; round++) {
      double[] sum = new double[1];
      double[] own = {MPI.COMM_WORLD.Rank() + round};
      MPI.COMM_WORLD.Allreduce(own, 0, sum, 0, 1, MPI.DOUBLE, MPI.SUM);
      System.out.printf(Locale.ROOT, "%d %.0f%n", round, sum[0]);
      for (Map.Entry<String, Callable<Object>> kind : shown.entrySet()) {
        System.out.println(kind.getKey() + " " + kind.getValue().call());
      }
    }
    MPI.Finalize();
  }

  private static Kind<?> kind(String name) {
    return Arrays.stream(JdkKind.values()).anyMatch(each -> each.name().equals(name))
        ? JdkKind.valueOf(name).kind()
        : LibraryKind.valueOf(name).kind();
  }

  /** Held by a static field, a collection or a lambda, as programs do. */
  private static Callable<Object> made(String name, Kind<?> kind) throws Exception {
    Object made = kind.make().call();
    return switch (Math.floorMod(name.hashCode(), 3)) {
      case 0 -> {
        HELD.put(name, made);
        yield () -> kind.shown(HELD.get(name));
      }
      case 1 -> {
        List<Object> list = List.of("first", made);
        yield () -> kind.shown(list.get(1));
      }
      default -> () -> kind.shown(made);
    };
  }
}
