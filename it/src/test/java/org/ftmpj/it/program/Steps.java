package org.ftmpj.it.program;

import java.util.Arrays;
import mpi.MPI;

/** The frame of most programs here: some steps, each of which every rank prints a line about. */
final class Steps {
  static final int NUMBER = 20;

  /** About ten milliseconds. */
  private static final int WORK = 4_000_000;

  private Steps() {}

  /** One step of a program. */
  interface Step {
    /** Returns what the rank prints. */
    Object run(int step, int rank, int size);
  }

  /** Runs the steps between Init and Finalize. */
  static void run(String[] args, Step step) {
    MPI.Init(args);
    runWithoutFinalize(step);
    MPI.Finalize();
  }

  /** Runs the steps, all ranks in step, so that none has ended while another is being restarted. */
  static void runWithoutFinalize(Step step) {
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    for (int number = 1; number <= NUMBER; number++) {
      work();
      MPI.COMM_WORLD.Barrier();
      System.out.println("step " + number + ": " + text(step.run(number, rank, size)));
    }
  }

  private static String text(Object value) {
    return value instanceof int[] numbers ? Arrays.toString(numbers) : String.valueOf(value);
  }

  static void work() {
    long x = 1;
    for (int i = 0; i < WORK; i++) {
      x ^= x << 13;
      x ^= x >>> 7;
      x ^= x << 17;
    }
    if (x == 0) {
      throw new IllegalStateException("xorshift never gives 0");
    }
  }

  static int next(int rank, int size) {
    return (rank + 1) % size;
  }

  static int previous(int rank, int size) {
    return (rank + size - 1) % size;
  }
}
