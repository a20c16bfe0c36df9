package org.ftmpj.it.program;

import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;

/** Copies, halves and subsets of the world, with traffic of the same tag in each. */
public final class Communicators {
  private Communicators() {}

  public static void main(String[] args) {
    Steps.run(args, Communicators::step);
  }

  private static Object step(int step, int rank, int size) {
    Intracomm copy = (Intracomm) MPI.COMM_WORLD.clone();
    Intracomm half = MPI.COMM_WORLD.Split(rank % 2, size - rank);
    Intracomm evens = MPI.COMM_WORLD.Create(MPI.COMM_WORLD.Group().Incl(new int[] {0, 2}));
    // Sent in one order, received in the other: only the communicator tells them apart.
    for (Comm comm : new Comm[] {MPI.COMM_WORLD, copy, half}) {
      send(comm, step * 10 + comm.Rank());
    }
    int inHalf = receive(half);
    int inCopy = receive(copy);
    int inWorld = receive(MPI.COMM_WORLD);
    int[] sum = new int[1];
    if (rank == 0 || rank == 2) {
      evens.Allreduce(new int[] {rank + step}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
    }
    return new int[] {inHalf, inCopy, inWorld, sum[0]};
  }

  private static void send(Comm comm, int value) {
    comm.Isend(new int[] {value}, 0, 1, MPI.INT, Steps.next(comm.Rank(), comm.Size()), 1);
  }

  private static int receive(Comm comm) {
    int[] value = new int[1];
    comm.Recv(value, 0, 1, MPI.INT, Steps.previous(comm.Rank(), comm.Size()), 1);
    return value[0];
  }
}
