package org.ftmpj.it.program.habits;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import mpi.MPI;

/** Computes by a pool of threads between phases of communication, and keeps the pool. */
public final class PoolPhases {
  private PoolPhases() {}

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    ExecutorService pool = Executors.newFixedThreadPool(2);
    double[] field = new double[64];
    for (int round = 0; round < 30; round++) {
      List<Callable<Double>> parts = new ArrayList<>();
      for (int part = 0; part < 4; part++) {
        int from = part * 16;
        int step = round;
        parts.add(
            () -> {
              double sum = 0;
              for (int i = from; i < from + 16; i++) {
                field[i] = Math.cos(field[i] + i + step + rank);
                sum += field[i];
              }
              return sum;
            });
      }
      double sum = 0;
      for (Future<Double> result : pool.invokeAll(parts)) {
        sum += result.get();
      }
      double[] all = new double[1];
      for (int twice = 0; twice < 2; twice++) {
        MPI.COMM_WORLD.Allreduce(new double[] {sum}, 0, all, 0, 1, MPI.DOUBLE, MPI.SUM);
      }
      field[0] += all[0];
      System.out.println(round + " " + all[0]);
    }
    pool.shutdown();
    MPI.Finalize();
  }
}
