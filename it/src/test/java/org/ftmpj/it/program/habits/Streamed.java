package org.ftmpj.it.program.habits;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Status;

/** Exchanges rows with all other ranks, by a stream wherever others write a loop. */
public final class Streamed {
  private static final int WIDTH = 6;
  private static final int ROUNDS = 40;

  private Streamed() {}

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.Rank();
    double[][] rows =
        IntStream.range(0, world.Size())
            .mapToObj(i -> DoubleStream.iterate(i + rank, d -> d * 1.01).limit(WIDTH).toArray())
            .toArray(double[][]::new);
    List<Integer> others =
        IntStream.range(0, world.Size())
            .filter(i -> i != rank)
            .boxed()
            .collect(Collectors.toList());
    IntStream.range(0, ROUNDS).forEach(round -> exchange(world, rows, others, round));
    MPI.Finalize();
  }

  private static void exchange(Intracomm world, double[][] rows, List<Integer> others, int round) {
    others.forEach(to -> Arrays.setAll(rows[to], i -> rows[to][i] + 1e-3 * round));
    others.stream().forEach(to -> world.Send(rows[to], 0, WIDTH, MPI.DOUBLE, to, round));
    IntStream.range(0, others.size())
        .forEach(
            any -> {
              double[] row = new double[WIDTH];
              Status status = world.Recv(row, 0, WIDTH, MPI.DOUBLE, MPI.ANY_SOURCE, round);
              rows[status.source] = row;
            });
    double[] sums = Arrays.stream(rows).mapToDouble(row -> DoubleStream.of(row).sum()).toArray();
    System.out.printf(
        Locale.ROOT,
        "%d %s%n",
        round,
        Arrays.stream(sums).mapToObj(sum -> String.format(Locale.ROOT, "%.6f", sum)).toList());
  }
}
