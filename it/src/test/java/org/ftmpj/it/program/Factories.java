package org.ftmpj.it.program;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import mpi.MPI;

/**
 * Main gives tasks to executors whose thread factory reads a clock, and a task asks for the hash
 * code of its thread. Neither decides what is sent.
 */
public final class Factories {
  public static final int STEPS = 25;

  private static final int TASKS = 4;

  private Factories() {}

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int other = 1 - rank;
    long[] sum = new long[1];
    for (int step = 0; step < STEPS; step++) {
      long[] got = new long[1];
      sum[0] += tasks(step);
      MPI.COMM_WORLD.Sendrecv(sum, 0, 1, MPI.LONG, other, 1, got, 0, 1, MPI.LONG, other, 1);
      System.out.println("step " + step + ": " + got[0]);
    }
    MPI.Finalize();
  }

  private static long tasks(int step) throws InterruptedException, ExecutionException {
    long[] started = new long[TASKS];
    int[] threads = new int[1];
    ExecutorService executor =
        Executors.newFixedThreadPool(
            TASKS,
            task -> {
              started[threads[0]++] = System.nanoTime();
              return new Thread(task);
            });
    List<Future<Integer>> results = new ArrayList<>();
    for (int i = 0; i < TASKS; i++) {
      int task = i;
      results.add(
          executor.submit(() -> Thread.currentThread().hashCode() == 0 ? 0 : step * TASKS + task));
    }
    long sum = 0;
    for (Future<Integer> result : results) {
      sum += result.get();
    }
    executor.shutdown();
    return sum;
  }
}
