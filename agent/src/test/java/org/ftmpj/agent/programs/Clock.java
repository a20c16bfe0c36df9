package org.ftmpj.agent.programs;

import java.io.File;
import java.util.function.LongSupplier;
import mpi.MPI;

/** Reads every clock and prints it; goes on when its input file is there. */
public final class Clock {
  private Clock() {}

  public static void main(String[] args) throws Exception {
    String[] own = MPI.Init(args);
    LongSupplier reference = System::nanoTime;
    for (int i = 0; i < 3; i++) {
      System.out.println("nanoTime " + System.nanoTime() + " " + reference.getAsLong());
      System.err.println("currentTimeMillis " + System.currentTimeMillis());
      System.out.println("Wtime " + MPI.Wtime());
    }
    System.out.println("waiting");
    while (!new File(own[0]).exists()) {
      Thread.onSpinWait();
    }
    System.out.println("done");
    MPI.Finalize();
  }
}
