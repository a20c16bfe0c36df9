package org.ftmpj.it.program.table;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** Receives messages for which there is no room, and goes on. */
public final class TooSmall {
  private TooSmall() {}

  /** What receives. */
  private interface Reception {
    void receive(Comm comm, int from, int tag);
  }

  public static void main(String[] args) {
    MPI.Init(args);
    System.out.println("begins");
    say("Recv", (comm, from, tag) -> comm.Recv(new int[1], 0, 1, MPI.INT, from, tag));
    say("Irecv", (comm, from, tag) -> comm.Irecv(new int[1], 0, 1, MPI.INT, from, tag).Wait());
    say(
        "Waitany",
        (comm, from, tag) ->
            Request.Waitany(new Request[] {comm.Irecv(new int[1], 0, 1, MPI.INT, from, tag)}));
    MPI.COMM_WORLD.Barrier();
    System.out.println("goes on");
    MPI.Finalize();
  }

  private static void say(String what, Reception reception) {
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    for (int length : new int[] {100, 4000, 1 << 18}) {
      MPI.COMM_WORLD.Isend(new int[length], 0, length, MPI.INT, (rank + 1) % size, length);
      try {
        reception.receive(MPI.COMM_WORLD, (rank + size - 1) % size, length);
        System.out.println(what + " of " + length + " succeeds");
      } catch (MPIException e) {
        System.out.println(what + " of " + length + ": " + e.getMessage());
      }
    }
  }
}
