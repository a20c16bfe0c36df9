package org.ftmpj.it.program;

import mpi.MPI;

/**
 * Two ranks exchange messages. A restarted rank 1, which knows itself by its environment, ends
 * after the first ones in the way that the argument says. The environment is not to be recorded.
 */
public final class EndsAgain {
  public static final int STEPS = 400;

  private static final int EARLY = 5;

  private EndsAgain() {}

  public static void main(String[] args) {
    String way = MPI.Init(args)[0];
    int rank = MPI.COMM_WORLD.Rank();
    boolean again = rank == 1 && !System.getenv("FT_INCARNATION").equals("1");
    int[] got = new int[1];
    for (int step = 0; step < STEPS; step++) {
      if (again && step == EARLY && ends(way)) {
        return;
      }
      int other = 1 - rank;
      MPI.COMM_WORLD.Sendrecv(
          new int[] {step}, 0, 1, MPI.INT, other, 1, got, 0, 1, MPI.INT, other, 1);
      System.out.println("step " + step + ": " + got[0]);
    }
    MPI.Finalize();
  }

  /** Whether main is to return. */
  private static boolean ends(String way) {
    switch (way) {
      case "throw" -> throw new IllegalStateException("the file is gone");
      case "exit" -> System.exit(0);
      case "halt" -> Runtime.getRuntime().halt(3);
      case "thread" -> {
        Thread ender = new Thread(() -> System.exit(4));
        ender.start();
        join(ender);
      }
      case "return" -> {
        return true;
      }
      default -> throw new IllegalArgumentException(way);
    }
    return false;
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
