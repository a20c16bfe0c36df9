package org.ftmpj.it.program;

import mpi.MPI;
import mpi.Request;

/**
 * The ranks wait for what never comes, each in a call of its own: the first argument has a letter
 * for each rank.
 */
public final class Deadlocks {
  private Deadlocks() {}

  public static void main(String[] args) throws Exception {
    String[] rest = MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int other = 1 - rank % 2;
    int[] one = new int[1];
    switch (rest[0].charAt(rank)) {
      case 'r' -> MPI.COMM_WORLD.Recv(one, 0, 1, MPI.INT, other, 7);
      case 's' -> MPI.COMM_WORLD.Ssend(one, 0, 1, MPI.INT, other, 5);
      case 'p' -> MPI.COMM_WORLD.Probe(MPI.ANY_SOURCE, 7);
      case 'w' -> MPI.COMM_WORLD.Irecv(one, 0, 1, MPI.INT, other, 7).Wait();
      case 'a' -> {
        Request any = MPI.COMM_WORLD.Irecv(one, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        Request some = MPI.COMM_WORLD.Irecv(one, 0, 1, MPI.INT, other, 8);
        Request.Waitany(new Request[] {any, some});
      }
      case 'b' -> MPI.COMM_WORLD.Barrier();
      case 't' -> thread(() -> MPI.COMM_WORLD.Recv(one, 0, 1, MPI.INT, other, 9)).join();
      case 'o' -> thread(() -> Thread.sleep(Long.MAX_VALUE)).join();
      default -> throw new IllegalArgumentException(rest[0]);
    }
    MPI.Finalize();
  }

  private interface Body {
    void run() throws Exception;
  }

  private static Thread thread(Body body) {
    Thread thread =
        new Thread(
            () -> {
              try {
                body.run();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            },
            "worker");
    thread.start();
    return thread;
  }
}
