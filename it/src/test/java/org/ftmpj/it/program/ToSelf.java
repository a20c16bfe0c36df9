package org.ftmpj.it.program;

import mpi.MPI;
import mpi.Request;

/** Messages of a rank to itself. */
public final class ToSelf {
  private ToSelf() {}

  public static void main(String[] args) {
    Steps.run(args, ToSelf::step);
  }

  private static Object step(int step, int rank, int size) {
    int[] first = new int[1];
    int[] second = new int[1];
    int[] third = new int[1];
    Request early = MPI.COMM_WORLD.Irecv(first, 0, 1, MPI.INT, rank, 1);
    MPI.COMM_WORLD.Send(new int[] {step}, 0, 1, MPI.INT, rank, 1);
    early.Wait();
    Request sending = MPI.COMM_WORLD.Isend(new int[] {step * 2}, 0, 1, MPI.INT, rank, 2);
    MPI.COMM_WORLD.Recv(second, 0, 1, MPI.INT, MPI.ANY_SOURCE, 2);
    sending.Wait();
    Request any = MPI.COMM_WORLD.Irecv(third, 0, 1, MPI.INT, MPI.ANY_SOURCE, 3);
    Request synchronous = MPI.COMM_WORLD.Issend(new int[] {step * 3}, 0, 1, MPI.INT, rank, 3);
    synchronous.Wait();
    any.Wait();
    return new int[] {first[0], second[0], third[0]};
  }
}
