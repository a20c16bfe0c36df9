package org.ftmpj.it.program;

import java.util.ArrayList;
import java.util.List;
import mpi.MPI;
import mpi.MPIException;

/**
 * Two threads, of a subclass of {@link Thread}, make all calls of MPI and receive from any rank.
 */
public final class OwnThreads {
  public static final int STEPS = 40;
  public static final int THREADS = 2;

  private static final int PAUSE_MS = 10;

  private OwnThreads() {}

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    List<Exchanger> exchangers = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      exchangers.add(new Exchanger(i));
    }
    exchangers.forEach(Thread::start);
    for (Exchanger exchanger : exchangers) {
      exchanger.join();
    }
    MPI.Finalize();
  }

  private static final class Exchanger extends Thread {
    private final int number;

    Exchanger(int number) {
      this.number = number;
    }

    @Override
    public void run() {
      try {
        exchange();
      } catch (MPIException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    private void exchange() throws MPIException, InterruptedException {
      int other = 1 - MPI.COMM_WORLD.Rank();
      int[] sum = {number};
      for (int step = 0; step < STEPS; step++) {
        int[] got = new int[1];
        MPI.COMM_WORLD.Isend(sum, 0, 1, MPI.INT, other, number).Wait();
        MPI.COMM_WORLD.Recv(got, 0, 1, MPI.INT, MPI.ANY_SOURCE, number);
        sum[0] += got[0] + 1;
        Thread.sleep(PAUSE_MS);
        System.out.println("thread " + number + ", step " + step + ": " + sum[0]);
      }
    }
  }
}
