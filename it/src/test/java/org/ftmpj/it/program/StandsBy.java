package org.ftmpj.it.program;

import java.nio.file.Files;
import java.nio.file.Path;
import mpi.MPI;

/** Waits until rank 0 finds a file, and ends. */
public final class StandsBy {
  private static final int PAUSE_MS = 100;

  private StandsBy() {}

  public static void main(String[] args) throws InterruptedException {
    Path end = Path.of(MPI.Init(args)[0]);
    System.out.println("here");
    while (MPI.COMM_WORLD.Rank() == 0 && Files.notExists(end)) {
      Thread.sleep(PAUSE_MS);
    }
    MPI.COMM_WORLD.Barrier();
    System.out.println("end");
    MPI.Finalize();
  }
}
