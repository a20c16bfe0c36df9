package org.ftmpj.samples.grid;

import mpi.Cartcomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.ShiftParms;
import org.ftmpj.samples.Arguments;

/**
 * A stencil on a torus of ranks. Each has a square, exchanges its borders with four neighbours, and
 * adds up with its row, its column, and the ranks of its colour of a chess board.
 */
public final class GridStencil {
  private GridStencil() {}

  /**
   * Runs it.
   *
   * @param args side of a square, steps, steps between two reports
   */
  public static void main(String[] args) {
    String[] arguments = MPI.Init(args);
    int side = Arguments.positive(arguments, 0, 400);
    int steps = Arguments.positive(arguments, 1, 1000);
    int every = Arguments.positive(arguments, 2, 10);
    int[] shape = new int[2];
    Cartcomm.Dims_create(MPI.COMM_WORLD.Size(), shape);
    Cartcomm torus = MPI.COMM_WORLD.Create_cart(shape, new boolean[] {true, true}, false);
    if (torus != null) {
      run(torus, side, steps, every);
    }
    MPI.Finalize();
  }

  private static void run(Cartcomm torus, int side, int steps, int every) {
    Cartcomm column = torus.Sub(new boolean[] {true, false});
    Cartcomm row = torus.Sub(new boolean[] {false, true});
    int[] at = torus.Coords(torus.Rank());
    Intracomm colour = torus.Split((at[0] + at[1]) % 2, torus.Rank());
    long[][] square = new long[side + 2][side + 2];
    for (int i = 1; i <= side; i++) {
      for (int j = 1; j <= side; j++) {
        square[i][j] = (torus.Rank() * 31L + i * 7L + j) % 1000;
      }
    }
    for (int step = 1; step <= steps; step++) {
      exchange(torus, square, side);
      square = step(square, side);
      if (step % every == 0) {
        long sum = sum(square, side);
        System.out.printf(
            "step %d at %d,%d: own %d, row %d, column %d, colour %d%n",
            step, at[0], at[1], sum, all(row, sum), all(column, sum), all(colour, sum));
      }
    }
  }

  private static void exchange(Cartcomm torus, long[][] square, int side) {
    ShiftParms down = torus.Shift(0, 1);
    swap(torus, square[side], down.rank_dest, square[0], down.rank_source);
    swap(torus, square[1], down.rank_source, square[side + 1], down.rank_dest);
    ShiftParms right = torus.Shift(1, 1);
    long[] out = new long[side + 2];
    long[] in = new long[side + 2];
    copyColumn(square, side, out);
    swap(torus, out, right.rank_dest, in, right.rank_source);
    putColumn(in, square, 0);
    copyColumn(square, 1, out);
    swap(torus, out, right.rank_source, in, right.rank_dest);
    putColumn(in, square, side + 1);
  }

  private static void swap(Cartcomm torus, long[] out, int to, long[] in, int from) {
    torus.Sendrecv(out, 0, out.length, MPI.LONG, to, 1, in, 0, in.length, MPI.LONG, from, 1);
  }

  private static void copyColumn(long[][] square, int j, long[] to) {
    for (int i = 0; i < to.length; i++) {
      to[i] = square[i][j];
    }
  }

  private static void putColumn(long[] from, long[][] square, int j) {
    for (int i = 0; i < from.length; i++) {
      square[i][j] = from[i];
    }
  }

  private static long[][] step(long[][] square, int side) {
    long[][] then = new long[side + 2][side + 2];
    for (int i = 1; i <= side; i++) {
      for (int j = 1; j <= side; j++) {
        long around = square[i - 1][j] + square[i + 1][j] + square[i][j - 1] + square[i][j + 1];
        then[i][j] = (around + 3 * square[i][j]) % 1_000_003;
      }
    }
    return then;
  }

  private static long sum(long[][] square, int side) {
    long sum = 0;
    for (int i = 1; i <= side; i++) {
      for (int j = 1; j <= side; j++) {
        sum += square[i][j];
      }
    }
    return sum;
  }

  private static long all(Intracomm comm, long value) {
    long[] sum = new long[1];
    comm.Allreduce(new long[] {value}, 0, sum, 0, 1, MPI.LONG, MPI.SUM);
    return sum[0];
  }
}
