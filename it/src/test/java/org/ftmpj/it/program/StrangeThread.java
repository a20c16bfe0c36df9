package org.ftmpj.it.program;

import java.util.Timer;
import java.util.TimerTask;
import mpi.MPI;

/** Calls MPI from a thread of the JDK's. */
public final class StrangeThread {
  private StrangeThread() {}

  public static void main(String[] args) {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    if (rank == 1) {
      new Timer(true)
          .schedule(
              new TimerTask() {
                @Override
                public void run() {
                  MPI.COMM_WORLD.Isend(new int[] {rank}, 0, 1, MPI.INT, rank, 1);
                  System.out.println("sent by a thread of the JDK's");
                }
              },
              1);
    }
    MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, MPI.ANY_SOURCE, 2);
  }
}
