package org.ftmpj.it.program;

import mpi.MPI;

/**
 * Rank 1 ends in the way that the first argument says, while the others wait for a message from it
 * that never comes.
 */
public final class EndsEarly {
  private static final int ENDING = 1;

  private EndsEarly() {}

  public static void main(String[] args) throws InterruptedException {
    String[] arguments = MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    System.out.println("rank " + rank + " is there");
    MPI.COMM_WORLD.Barrier();
    if (rank == ENDING) {
      System.out.println("the end");
      end(arguments[0]);
    }
    MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, ENDING, 1);
    System.out.println("never printed");
  }

  private static void end(String way) {
    String[] words = way.split("=");
    switch (words[0]) {
      case "exit" -> System.exit(Integer.parseInt(words[1]));
      case "halt" -> Runtime.getRuntime().halt(Integer.parseInt(words[1]));
      case "throw" -> throw new IllegalStateException(words[1]);
      default -> throw new IllegalArgumentException(way);
    }
  }
}
