package org.ftmpj.it.program.habits;

import mpi.MPI;

/** Throws, catches and keeps exceptions; calls MPI in try, catch and finally. */
public final class Failures {
  private static final class Odd extends Exception {
    private static final long serialVersionUID = 1L;
    private final int number;

    Odd(int number, Throwable cause) {
      super("odd: " + number, cause);
      this.number = number;
    }
  }

  private static Odd last;

  private Failures() {}

  private static int pass(int value) throws Exception {
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    int[] box = {value};
    MPI.COMM_WORLD.Sendrecv_replace(
        box, 0, 1, MPI.INT, (rank + 1) % size, 0, (rank + size - 1) % size, 0);
    return box[0];
  }

  private static int check(int value) throws Exception {
    try {
      int next = pass(value);
      if (next % 2 != 0) {
        throw new Odd(next, last);
      }
      return next / 2;
    } catch (Odd e) {
      last = e.number % 5 == 0 ? new Odd(pass(e.number), null) : e;
      if (e.number % 5 != 0) {
        pass(e.number);
      }
      return 3 * e.number + 1;
    } finally {
      pass(1);
    }
  }

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int value = 7;
    for (int round = 0; round < 30; round++) {
      value = check(value + round) % 10_007;
      int depth = 0;
      for (Throwable at = last; at != null; at = at.getCause()) {
        depth++;
      }
      System.out.println(value + " " + depth + " " + (last == null ? "" : last.getMessage()));
    }
    MPI.Finalize();
  }
}
