package org.ftmpj.it.program.habits;

import java.util.Locale;
import java.util.logging.Level;
import java.util.logging.Logger;
import mpi.MPI;

/** Logs by java.util.logging, with levels set and formats. */
public final class Logged {
  private static final Logger LOG = Logger.getLogger(Logged.class.getName());

  private Logged() {}

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    LOG.setLevel(Level.FINE);
    int rank = MPI.COMM_WORLD.Rank();
    double value = rank;
    for (int round = 0; round < 60; round++) {
      double[] sum = new double[1];
      MPI.COMM_WORLD.Allreduce(new double[] {value}, 0, sum, 0, 1, MPI.DOUBLE, MPI.SUM);
      value = Math.sin(sum[0] + rank);
      LOG.log(Level.FINER, "round {0}", round);
      if (LOG.isLoggable(Level.FINE)) {
        System.out.println(String.format(Locale.ROOT, "%3d %+.9f", round, value));
      }
    }
    MPI.Finalize();
  }
}
