package org.ftmpj.benchmarks;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import mpi.MPI;

/**
 * Ranks 0 and 1 send a message to and fro, and count the bytes that all threads of a rank allocate
 * meanwhile, which the virtual machine knows exactly. An ordinary MPJ program.
 *
 * <p>Arguments: round trips in a batch, and batches to warm up.
 *
 * <p>For each pattern and size rank 0 prints lines {@code allocating PATTERN BYTES: B}, of one
 * round trip of its own: one message sent, and one received.
 */
public final class Allocating {
  /** Begins each line of results. */
  static final String PREFIX = "allocating ";

  private static final int[] SIZES = {64, 4096};
  private static final int MEASURED = 5;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Allocating() {}

  public static void main(String[] args) {
    String[] arguments = MPI.Init(args);
    int roundTrips = Integer.parseInt(arguments[0]);
    int warmUp = Integer.parseInt(arguments[1]);
    int peer = 1 - MPI.COMM_WORLD.Rank();
    for (int size : SIZES) {
      Exchange exchange = new Exchange(Exchange.send(peer), Exchange.receive(peer));
      measure("Send, Recv by name", exchange, size, roundTrips, warmUp);
    }
    for (int size : SIZES) {
      Exchange exchange = new Exchange(Exchange.send(peer), Exchange.receive(MPI.ANY_SOURCE));
      measure("Send, Recv from any source", exchange, size, roundTrips, warmUp);
    }
    for (int size : SIZES) {
      Exchange exchange =
          new Exchange(Exchange.synchronousSend(peer), Exchange.receiveAndWait(peer));
      measure("Ssend, Irecv, Wait", exchange, size, roundTrips, warmUp);
    }
    for (int size : SIZES) {
      Exchange exchange = new Exchange(Exchange.sendAndWait(peer), Exchange.receiveByWaitany(peer));
      measure("Isend, Irecv from any source, Waitany", exchange, size, roundTrips, warmUp);
    }
    MPI.Finalize();
  }

  private static void measure(
      String pattern, Exchange exchange, int size, int roundTrips, int warmUp) {
    byte[] data = new byte[size];
    int rank = MPI.COMM_WORLD.Rank();
    for (int batch = 0; batch < warmUp; batch++) {
      exchange.roundTrips(rank, data, data, roundTrips);
    }
    for (int batch = 0; batch < MEASURED; batch++) {
      long before = allocated();
      exchange.roundTrips(rank, data, data, roundTrips);
      long bytes = allocated() - before;
      if (rank == 0) {
        System.out.println(PREFIX + pattern + " " + size + ": " + (double) bytes / roundTrips);
      }
    }
  }

  /** By all threads that live. */
  private static long allocated() {
    long sum = 0;
    for (long bytes : THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds())) {
      sum += Math.max(0, bytes);
    }
    return sum;
  }
}
