package org.ftmpj.it.program;

import mpi.MPI;
import mpi.Status;

/**
 * Each rank but 0 has a thread that sums up numbers from rank 0 as they come, and is ended by
 * {@link Thread#stop} where it waits for the next one, or, with the argument {@code queue}, for
 * main. Then main sends the sum. Up to Java 19: later ones have no such method.
 */
public final class StopsListener {
  public static final int NUMBERS = 20;
  public static final int SUM = NUMBERS * (NUMBERS + 1) / 2;

  /** After each number: so it does not end before a rank can be killed. */
  private static final int PAUSE_MS = 20;

  private static final int NUMBER = 5;
  private static final int RESULT = 6;

  private final int[] sum = new int[1];
  private boolean stopped;

  private StopsListener() {}

  public static void main(String[] args) throws InterruptedException {
    boolean inMonitor = MPI.Init(args).length > 0;
    int ranks = MPI.COMM_WORLD.Size();
    if (MPI.COMM_WORLD.Rank() == 0) {
      lead(ranks);
    } else {
      new StopsListener().follow(inMonitor);
    }
    MPI.Finalize();
  }

  private static void lead(int ranks) throws InterruptedException {
    for (int number = 1; number <= NUMBERS; number++) {
      for (int rank = 1; rank < ranks; rank++) {
        MPI.COMM_WORLD.Send(new int[] {number}, 0, 1, MPI.INT, rank, NUMBER);
      }
      System.out.println("sent " + number);
      Thread.sleep(PAUSE_MS);
    }
    MPI.COMM_WORLD.Barrier();
    int[] got = new int[1];
    for (int rank = 1; rank < ranks; rank++) {
      MPI.COMM_WORLD.Recv(got, 0, 1, MPI.INT, rank, RESULT);
      System.out.println("rank " + rank + " has " + got[0]);
    }
  }

  @SuppressWarnings({"deprecation", "removal"})
  private void follow(boolean inMonitor) throws InterruptedException {
    Thread listener = new Thread(() -> listen(inMonitor), "listener");
    listener.start();
    synchronized (sum) {
      while (sum[0] < SUM) {
        sum.wait();
      }
    }
    MPI.COMM_WORLD.Barrier();
    listener.stop();
    listener.join();
    System.out.println("stopped: " + stopped);
    MPI.COMM_WORLD.Send(sum, 0, 1, MPI.INT, 0, RESULT);
  }

  private void listen(boolean inMonitor) {
    int[] got = new int[1];
    try {
      while (true) {
        if (inMonitor && isComplete()) {
          waitForEver();
        }
        Status status = MPI.COMM_WORLD.Probe(MPI.ANY_SOURCE, NUMBER);
        MPI.COMM_WORLD.Recv(got, 0, 1, MPI.INT, status.source, NUMBER);
        synchronized (sum) {
          sum[0] += got[0];
          sum.notifyAll();
        }
      }
    } finally {
      stopped = true;
    }
  }

  private boolean isComplete() {
    synchronized (sum) {
      return sum[0] == SUM;
    }
  }

  private void waitForEver() {
    synchronized (this) {
      while (true) {
        try {
          wait();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
    }
  }
}
