package org.ftmpj.benchmarks;

import java.util.Locale;
import mpi.MPI;
import mpi.Request;

/**
 * Rank 0 tests a receive that has no message yet, between small pieces of work and one test right
 * after the other; rank 1 waits meanwhile. An ordinary MPJ program.
 *
 * <p>Argument: how many tests.
 *
 * <p>Rank 0 prints lines {@code polling HOW: NS}, of one piece of work with its test, on average
 * over the second half.
 */
public final class Polling {
  /** Begins each line of results. */
  static final String PREFIX = "polling ";

  private static final int MULTIPLICATIONS = 200;
  private static final int TAG = 1;

  private Polling() {}

  public static void main(String[] args) {
    String[] arguments = MPI.Init(args);
    int tests = Integer.parseInt(arguments[0]);
    byte[] data = new byte[1];
    if (MPI.COMM_WORLD.Rank() == 0) {
      Request request = MPI.COMM_WORLD.Irecv(data, 0, 1, MPI.BYTE, 1, TAG);
      measure("after 200 multiplications", request, tests, MULTIPLICATIONS);
      measure("without work", request, tests, 0);
      MPI.COMM_WORLD.Send(data, 0, 1, MPI.BYTE, 1, TAG);
      request.Wait();
    } else {
      MPI.COMM_WORLD.Recv(data, 0, 1, MPI.BYTE, 0, TAG);
      MPI.COMM_WORLD.Send(data, 0, 1, MPI.BYTE, 0, TAG);
    }
    MPI.Finalize();
  }

  private static void measure(String how, Request request, int tests, int multiplications) {
    test(request, tests / 2, multiplications);
    long startNs = System.nanoTime();
    long product = test(request, tests / 2, multiplications);
    double ns = (double) (System.nanoTime() - startNs) / (tests / 2);
    // What is printed is computed.
    System.out.printf(Locale.ROOT, "%s%s: %.1f (%d)%n", PREFIX, how, ns, product & 1);
  }

  private static long test(Request request, int tests, int multiplications) {
    long product = 1;
    for (int i = 0; i < tests; i++) {
      for (int j = 0; j < multiplications; j++) {
        product *= 31 + product;
      }
      if (request.Test() != null) {
        throw new IllegalStateException("a message that was not sent");
      }
    }
    return product;
  }
}
