package org.ftmpj.samples.heat;

import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import org.ftmpj.samples.Arguments;

/**
 * Heat in a rod that is closed to a ring. Each rank has a piece of it and exchanges the temperature
 * at both ends in every step, by persistent requests that are made once.
 */
public final class HeatEquation {
  private static final int TAG_UP = 1;
  private static final int TAG_DOWN = 2;
  private static final double CONDUCTION = 0.25;

  private HeatEquation() {}

  /**
   * Runs it.
   *
   * @param args cells of a rank, steps, steps between two reports
   */
  public static void main(String[] args) {
    String[] arguments = MPI.Init(args);
    int cells = Arguments.positive(arguments, 0, 100_000);
    int steps = Arguments.positive(arguments, 1, 10_000);
    int every = Arguments.positive(arguments, 2, 100);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    int next = (rank + 1) % size;
    int previous = (rank + size - 1) % size;
    double[] rod = new double[cells];
    for (int i = 0; i < cells; i++) {
      rod[i] = (rank * cells + i) % 1000;
    }
    double[] ends = new double[2];
    double[] beyond = new double[2];
    Prequest[] exchange = {
      MPI.COMM_WORLD.Recv_init(beyond, 0, 1, MPI.DOUBLE, previous, TAG_UP),
      MPI.COMM_WORLD.Recv_init(beyond, 1, 1, MPI.DOUBLE, next, TAG_DOWN),
      MPI.COMM_WORLD.Send_init(ends, 0, 1, MPI.DOUBLE, previous, TAG_DOWN),
      MPI.COMM_WORLD.Send_init(ends, 1, 1, MPI.DOUBLE, next, TAG_UP),
    };
    for (int step = 1; step <= steps; step++) {
      ends[0] = rod[0];
      ends[1] = rod[cells - 1];
      Prequest.Startall(exchange);
      Request.Waitall(exchange);
      rod = conduct(rod, beyond);
      if (step % every == 0) {
        System.out.printf("step %d: heat %.9f%n", step, sum(rod));
      }
    }
    double[] total = new double[1];
    MPI.COMM_WORLD.Reduce(new double[] {sum(rod)}, 0, total, 0, 1, MPI.DOUBLE, MPI.SUM, 0);
    if (rank == 0) {
      System.out.printf("heat of the ring: %.6f%n", total[0]);
    }
    MPI.Finalize();
  }

  private static double[] conduct(double[] rod, double[] beyond) {
    int last = rod.length - 1;
    double[] then = new double[rod.length];
    for (int i = 0; i <= last; i++) {
      double before = i == 0 ? beyond[0] : rod[i - 1];
      double behind = i == last ? beyond[1] : rod[i + 1];
      then[i] = rod[i] + CONDUCTION * (before - 2 * rod[i] + behind);
    }
    return then;
  }

  private static double sum(double[] rod) {
    double sum = 0;
    for (double cell : rod) {
      sum += cell;
    }
    return sum;
  }
}
