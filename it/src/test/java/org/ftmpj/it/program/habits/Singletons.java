package org.ftmpj.it.program.habits;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import mpi.MPI;

/** Keeps everything in static fields and a singleton that is made late. */
public final class Singletons {
  private static final Map<String, Long> REGISTRY = new ConcurrentHashMap<>();
  private static volatile Singletons instance;
  private static long steps;
  private static int[][] grid = new int[8][8];

  private final StringBuilder journal = new StringBuilder();

  private Singletons() {}

  static synchronized Singletons instance() {
    if (instance == null) {
      instance = new Singletons();
    }
    return instance;
  }

  private void note(String what) {
    journal.append(what).append(';');
    REGISTRY.merge(what, ++steps, Long::sum);
  }

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    for (int round = 0; round < 60; round++) {
      instance().note("r" + round % 4);
      grid[round % 8][rank] += round;
      MPI.COMM_WORLD.Sendrecv_replace(
          grid[round % 8], 0, 8, MPI.INT, (rank + 1) % size, 0, (rank + size - 1) % size, 0);
      int sum = Arrays.stream(grid).flatMapToInt(Arrays::stream).sum();
      System.out.println(sum + " " + instance().journal.length() + " " + new TreeMap<>(REGISTRY));
    }
    MPI.Finalize();
  }
}
