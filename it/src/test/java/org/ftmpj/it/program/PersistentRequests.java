package org.ftmpj.it.program;

import mpi.MPI;
import mpi.Prequest;
import mpi.Status;

/** Persistent requests that are started again in every step, one of them from any source. */
public final class PersistentRequests {
  private static final int[] SENT = new int[2];
  private static final int[] RECEIVED = new int[2];
  private static Prequest[] requests;

  private PersistentRequests() {}

  public static void main(String[] args) {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    int next = Steps.next(rank, size);
    int previous = Steps.previous(rank, size);
    requests =
        new Prequest[] {
          MPI.COMM_WORLD.Recv_init(RECEIVED, 0, 1, MPI.INT, MPI.ANY_SOURCE, 1),
          MPI.COMM_WORLD.Recv_init(RECEIVED, 1, 1, MPI.INT, next, 2),
          MPI.COMM_WORLD.Send_init(SENT, 0, 1, MPI.INT, next, 1),
          MPI.COMM_WORLD.Ssend_init(SENT, 1, 1, MPI.INT, previous, 2)
        };
    Steps.runWithoutFinalize(PersistentRequests::step);
    MPI.Finalize();
  }

  private static Object step(int step, int rank, int size) {
    SENT[0] = step * 10 + rank;
    SENT[1] = step * 20 + rank;
    Prequest.Startall(requests);
    Status[] statuses = Prequest.Waitall(requests);
    return RECEIVED[0] + " from " + statuses[0].source + ", " + RECEIVED[1];
  }
}
