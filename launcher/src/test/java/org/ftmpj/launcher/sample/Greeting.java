package org.ftmpj.launcher.sample;

import java.util.List;
import mpi.MPI;

/** An ordinary MPJ program: every rank sends its arguments to rank 0, which prints them. */
public final class Greeting {
  private Greeting() {}

  public static void main(String[] args) throws Exception {
    List<String> own = List.of(MPI.Init(args));
    int rank = MPI.COMM_WORLD.Rank();
    if (rank == 0) {
      for (int source = 1; source < MPI.COMM_WORLD.Size(); source++) {
        Object[] received = new Object[1];
        MPI.COMM_WORLD.Recv(received, 0, 1, MPI.OBJECT, source, 7);
        System.out.println("from " + source + ": " + received[0]);
      }
    } else {
      MPI.COMM_WORLD.Send(new Object[] {own.toString()}, 0, 1, MPI.OBJECT, 0, 7);
    }
    System.err.println("rank " + rank + " of " + MPI.COMM_WORLD.Size() + " says goodbye");
    MPI.Finalize();
  }
}
