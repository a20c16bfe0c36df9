package org.ftmpj.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import mpi.MPI;

/** A program that waits: each rank prints a line when it has started; all end with rank 0. */
public final class StandBy {
  private static final int PAUSE_MS = 20;

  private StandBy() {}

  /**
   * @param args the file at which rank 0 ends
   */
  public static void main(String[] args) throws InterruptedException {
    Path end = Path.of(MPI.Init(args)[0]);
    System.out.println("here");
    while (MPI.COMM_WORLD.Rank() == 0 && Files.notExists(end)) {
      Thread.sleep(PAUSE_MS);
    }
    MPI.COMM_WORLD.Barrier();
    MPI.Finalize();
  }
}
