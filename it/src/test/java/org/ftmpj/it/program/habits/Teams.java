package org.ftmpj.it.program.habits;

import java.util.Arrays;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

/** Splits communicators, makes datatypes and groups, and receives from anyone. */
public final class Teams {
  private Teams() {}

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    Intracomm team = MPI.COMM_WORLD.Split(rank % 2, -rank);
    Datatype column = Datatype.Vector(4, 1, 4, MPI.DOUBLE);
    column.Commit();
    double[] matrix = new double[16];
    for (int round = 0; round < 30; round++) {
      matrix[round % 16] += rank + round;
      Request[] requests = {
        MPI.COMM_WORLD.Irecv(matrix, 1, 1, column, MPI.ANY_SOURCE, round),
        MPI.COMM_WORLD.Isend(matrix.clone(), 0, 1, column, (rank + 1) % size, round)
      };
      double[] sum = new double[16];
      team.Allreduce(matrix.clone(), 0, sum, 0, 16, MPI.DOUBLE, MPI.MAX);
      Status[] all = Request.Waitall(requests);
      System.out.println(all[0].source + " " + Arrays.stream(sum).sum() + " " + matrix[13]);
    }
    MPI.Finalize();
  }
}
