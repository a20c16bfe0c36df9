package org.ftmpj.it.program;

import java.nio.file.Files;
import java.nio.file.Path;
import mpi.MPI;

/**
 * Rank 1 rests before it sends its last message, in each incarnation. It ends when there is a file
 * {@code go-on}.
 */
public final class Rests {
  private static final int MESSAGES = 4;

  /** Longer than it takes until it is told that a recovery takes long. */
  private static final int REST_MS = 6000;

  private Rests() {}

  public static void main(String[] args) throws InterruptedException {
    MPI.Init(args);
    int[] content = new int[1];
    if (MPI.COMM_WORLD.Rank() == 1) {
      for (int i = 1; i <= MESSAGES; i++) {
        if (i == MESSAGES) {
          Thread.sleep(REST_MS);
        }
        MPI.COMM_WORLD.Send(content, 0, 1, MPI.INT, 0, i);
      }
      MPI.COMM_WORLD.Recv(content, 0, 1, MPI.INT, 0, 0);
    } else {
      for (int i = 1; i <= MESSAGES; i++) {
        MPI.COMM_WORLD.Recv(content, 0, 1, MPI.INT, 1, i);
      }
      System.out.println("has all");
      while (!Files.exists(Path.of("go-on"))) {
        Thread.sleep(20);
      }
      MPI.COMM_WORLD.Send(content, 0, 1, MPI.INT, 1, 0);
    }
    System.out.println("the end");
    MPI.Finalize();
  }
}
