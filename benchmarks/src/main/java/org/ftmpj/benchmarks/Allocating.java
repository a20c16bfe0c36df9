package org.ftmpj.benchmarks;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import mpi.MPI;
import mpi.Request;

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

  private static final int TAG = 1;
  private static final int TAG_NEVER_USED = 2;
  private static final int[] SIZES = {64, 4096};
  private static final int MEASURED = 5;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Allocating() {}

  /** Sends {@code data} and receives as much into it, or the other way round. */
  private interface Exchange {
    void send(byte[] data);

    void receive(byte[] data);
  }

  public static void main(String[] args) {
    String[] arguments = MPI.Init(args);
    int roundTrips = Integer.parseInt(arguments[0]);
    int warmUp = Integer.parseInt(arguments[1]);
    int peer = 1 - MPI.COMM_WORLD.Rank();
    for (int size : SIZES) {
      measure("Send, Recv by name", new Blocking(peer, peer), size, roundTrips, warmUp);
    }
    for (int size : SIZES) {
      measure(
          "Send, Recv from any source",
          new Blocking(peer, MPI.ANY_SOURCE),
          size,
          roundTrips,
          warmUp);
    }
    for (int size : SIZES) {
      measure("Ssend, Irecv, Wait", new Synchronous(peer), size, roundTrips, warmUp);
    }
    for (int size : SIZES) {
      measure("Isend, Irecv from any source, Waitany", new Any(peer), size, roundTrips, warmUp);
    }
    MPI.Finalize();
  }

  private static void measure(
      String pattern, Exchange exchange, int size, int roundTrips, int warmUp) {
    byte[] data = new byte[size];
    int rank = MPI.COMM_WORLD.Rank();
    for (int batch = 0; batch < warmUp; batch++) {
      exchange(exchange, rank, data, roundTrips);
    }
    for (int batch = 0; batch < MEASURED; batch++) {
      long before = allocated();
      exchange(exchange, rank, data, roundTrips);
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

  private static void exchange(Exchange exchange, int rank, byte[] data, int roundTrips) {
    for (int i = 0; i < roundTrips; i++) {
      if (rank == 0) {
        exchange.send(data);
        exchange.receive(data);
      } else {
        exchange.receive(data);
        exchange.send(data);
      }
    }
  }

  private record Blocking(int peer, int source) implements Exchange {
    @Override
    public void send(byte[] data) {
      MPI.COMM_WORLD.Send(data, 0, data.length, MPI.BYTE, peer, TAG);
    }

    @Override
    public void receive(byte[] data) {
      MPI.COMM_WORLD.Recv(data, 0, data.length, MPI.BYTE, source, TAG);
    }
  }

  private record Synchronous(int peer) implements Exchange {
    @Override
    public void send(byte[] data) {
      MPI.COMM_WORLD.Ssend(data, 0, data.length, MPI.BYTE, peer, TAG);
    }

    @Override
    public void receive(byte[] data) {
      MPI.COMM_WORLD.Irecv(data, 0, data.length, MPI.BYTE, peer, TAG).Wait();
    }
  }

  /** Waitany over a receive from any source and another one that never gets anything. */
  private static final class Any implements Exchange {
    private final int peer;
    private final Request[] requests = new Request[2];

    Any(int peer) {
      this.peer = peer;
      requests[1] = MPI.COMM_WORLD.Irecv(new byte[1], 0, 1, MPI.BYTE, peer, TAG_NEVER_USED);
    }

    @Override
    public void send(byte[] data) {
      MPI.COMM_WORLD.Isend(data, 0, data.length, MPI.BYTE, peer, TAG).Wait();
    }

    @Override
    public void receive(byte[] data) {
      requests[0] = MPI.COMM_WORLD.Irecv(data, 0, data.length, MPI.BYTE, MPI.ANY_SOURCE, TAG);
      Request.Waitany(requests);
    }
  }
}
