package org.ftmpj.benchmarks;

import java.util.Arrays;
import java.util.Locale;
import mpi.MPI;

/**
 * One message goes round all ranks, again and again. An ordinary MPJ program.
 *
 * <p>Arguments: milliseconds of a span; then sizes in bytes.
 *
 * <p>For each pattern and size rank 0 prints a line {@code relay PATTERN BYTES: NS}: what it takes
 * from one rank to the next, on average over two spans, when it no longer gets less from span to
 * span.
 */
public final class Relay {
  /** Begins each line of results. */
  static final String PREFIX = "relay ";

  private static final int ROUNDS_IN_A_BATCH = 20;

  /** It has settled when a span takes that part of the one before, or more, so often in a row. */
  private static final double STEADY = 0.9;

  private static final int STEADY_SPANS = 2;
  private static final int MOST_SPANS = 12;
  private static final int WARM_UPS = 2;
  private static final byte GO_ON = 0;
  private static final byte LAST = 1;

  private Relay() {}

  public static void main(String[] args) {
    String[] arguments = MPI.Init(args);
    long ns = Long.parseLong(arguments[0]) * 1_000_000;
    int[] sizes = Arrays.stream(arguments).skip(1).mapToInt(Integer::parseInt).toArray();
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    int previous = (rank + size - 1) % size;
    Exchange.Transfer send = Exchange.send((rank + 1) % size);
    Exchange named = new Exchange(send, Exchange.receive(previous));
    Exchange any = new Exchange(send, Exchange.receiveByWaitany(previous));
    // Beside busy processes the compiler takes many seconds for what both have in common.
    for (int i = 0; i < WARM_UPS; i++) {
      pass(named, new byte[sizes[0]], ns);
      pass(any, new byte[sizes[0]], ns);
    }
    for (int bytes : sizes) {
      measure("named", named, bytes, ns);
    }
    for (int bytes : sizes) {
      measure("any", any, bytes, ns);
    }
    MPI.Finalize();
  }

  private static void measure(String pattern, Exchange exchange, int bytes, long ns) {
    double roundNs = pass(exchange, new byte[bytes], ns);
    if (MPI.COMM_WORLD.Rank() == 0) {
      System.out.printf(
          Locale.ROOT, "%s%s %d: %.0f%n", PREFIX, pattern, bytes, roundNs / MPI.COMM_WORLD.Size());
    }
  }

  /** Returns, in rank 0, how long a round takes in the steady state. */
  private static double pass(Exchange exchange, byte[] data, long ns) {
    if (MPI.COMM_WORLD.Rank() != 0) {
      passOn(exchange, data);
      return 0;
    }
    double beforeNs = send(exchange, data, ns);
    double roundNs = send(exchange, data, ns);
    for (int spans = 2, steady = 0; steady < STEADY_SPANS && spans < MOST_SPANS; spans++) {
      steady = roundNs >= STEADY * beforeNs ? steady + 1 : 0;
      beforeNs = roundNs;
      roundNs = send(exchange, data, ns);
    }
    data[0] = LAST;
    exchange.send().of(data);
    exchange.receive().of(data);
    return (beforeNs + roundNs) / 2;
  }

  /** Returns how long a round takes. */
  private static double send(Exchange exchange, byte[] data, long ns) {
    long startNs = System.nanoTime();
    for (int rounds = ROUNDS_IN_A_BATCH; ; rounds += ROUNDS_IN_A_BATCH) {
      for (int i = 0; i < ROUNDS_IN_A_BATCH; i++) {
        data[0] = GO_ON;
        exchange.send().of(data);
        exchange.receive().of(data);
      }
      long tookNs = System.nanoTime() - startNs;
      if (tookNs >= ns) {
        return (double) tookNs / rounds;
      }
    }
  }

  private static void passOn(Exchange exchange, byte[] data) {
    do {
      exchange.receive().of(data);
      exchange.send().of(data);
    } while (data[0] != LAST);
  }
}
