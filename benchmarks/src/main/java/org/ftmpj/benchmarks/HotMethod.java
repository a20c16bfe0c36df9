package org.ftmpj.benchmarks;

import mpi.MPI;

/**
 * Computes in the methods that call MPI: one in whose innermost loops a call stands that is seldom
 * reached, and one that is called for each row by others that do nothing else. An ordinary MPJ
 * program of one rank.
 *
 * <p>Argument: sweeps. Prints {@code relax NS} and {@code nested NS}.
 */
public final class HotMethod {
  private static final int TAG = 1;
  private static final int SIDE = 512;

  /** A call of MPI stands for every so many elements. */
  private static final int SELDOM = 1 << 16;

  private HotMethod() {}

  public static void main(String[] args) {
    int sweeps = Integer.parseInt(MPI.Init(args)[0]);
    double[][] field = new double[SIDE][SIDE];
    field[SIDE / 2][SIDE / 2] = 1;
    relax(field, sweeps / 2); // until it is compiled
    long startNs = System.nanoTime();
    relax(field, sweeps);
    System.out.println("relax " + (System.nanoTime() - startNs));
    nested(field, sweeps / 2);
    startNs = System.nanoTime();
    nested(field, sweeps);
    System.out.println("nested " + (System.nanoTime() - startNs));
    System.out.println("sum " + sum(field));
    MPI.Finalize();
  }

  private static void relax(double[][] field, int sweeps) {
    int count = 0;
    for (int sweep = 0; sweep < sweeps; sweep++) {
      for (int i = 1; i < SIDE - 1; i++) {
        for (int j = 1; j < SIDE - 1; j++) {
          field[i][j] =
              0.25 * (field[i - 1][j] + field[i + 1][j] + field[i][j - 1] + field[i][j + 1]);
          if (++count % SELDOM == 0) {
            MPI.COMM_WORLD.Iprobe(0, TAG);
          }
        }
      }
    }
  }

  private static void nested(double[][] field, int sweeps) {
    for (int sweep = 0; sweep < sweeps; sweep++) {
      for (int i = 1; i < SIDE - 1; i++) {
        row(field, i, sweep);
      }
    }
  }

  private static void row(double[][] field, int i, int sweep) {
    for (int j = 1; j < SIDE - 1; j++) {
      field[i][j] = element(field, i, j);
    }
    if (i == SIDE / 2 && sweep % 2 == 0) {
      MPI.COMM_WORLD.Iprobe(0, TAG);
    }
  }

  private static double element(double[][] field, int i, int j) {
    return 0.25 * (field[i - 1][j] + field[i + 1][j] + field[i][j - 1] + field[i][j + 1]);
  }

  private static double sum(double[][] field) {
    double sum = 0;
    for (double[] row : field) {
      for (double value : row) {
        sum += value;
      }
    }
    return sum;
  }
}
