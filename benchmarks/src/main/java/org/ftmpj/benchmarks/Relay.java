package org.ftmpj.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import mpi.MPI;

/**
 * One message goes round all ranks, again and again, or many go from rank 0 to rank 1. An ordinary
 * MPJ program.
 *
 * <p>Arguments: milliseconds of a span; {@code warm:SECONDS}, how long all is tried at least before
 * anything is measured, or nothing; then what to measure, each {@code PATTERN:BYTES}. Patterns:
 * {@code named} and {@code any}, how the source is given; {@code stream}, for two ranks.
 *
 * <p>For each of them rank 0 prints a line {@code relay PATTERN BYTES: NS}: what a message takes
 * from one rank to the next, on average over two spans, when it no longer gets less from span to
 * span.
 */
public final class Relay {
  /** Begins each line of results. */
  static final String PREFIX = "relay ";

  /** A batch, between two looks at the clock, has at most so many rounds, and so many bytes. */
  private static final int ROUNDS_IN_A_BATCH = 20;

  private static final int BYTES_IN_A_BATCH = 4 << 20;

  /** A stream is answered after at most so many messages, and so many bytes. */
  private static final int MESSAGES_IN_A_STREAM = 64;

  private static final int BYTES_IN_A_STREAM = 16 << 20;

  /** It has settled when a span takes that part of the one before, or more, so often in a row. */
  private static final double STEADY = 0.9;

  private static final int STEADY_SPANS = 2;
  private static final int MOST_SPANS = 12;
  private static final int WARM_UPS = 2;
  private static final int LARGE = 128 << 10;
  private static final String STREAM = "stream";
  private static final String WARM = "warm:";
  private static final byte GO_ON = 0;
  private static final byte LAST = 1;

  private static final Map<String, Exchange> EXCHANGES = new HashMap<>();

  private Relay() {}

  /** A pattern, and the bytes of a message. */
  private record Measurement(String pattern, int bytes) {
    static Measurement of(String argument) {
      String[] parts = argument.split(":");
      return new Measurement(parts[0], Integer.parseInt(parts[1]));
    }

    boolean isLarge() {
      return bytes >= LARGE;
    }

    /** How many messages a round has on its way from rank to rank. */
    int messages() {
      return pattern.equals(STREAM)
          ? Math.max(1, Math.min(MESSAGES_IN_A_STREAM, BYTES_IN_A_STREAM / bytes))
          : 1;
    }

    /** How many ranks, one after the other, a message comes to in a round. */
    int steps() {
      return pattern.equals(STREAM) ? 1 : MPI.COMM_WORLD.Size();
    }

    /** Measurements that are alike have one: with another each, more receives would be open. */
    Exchange exchange() {
      String key = pattern + messages();
      Exchange known = EXCHANGES.get(key);
      if (known == null) {
        known = make();
        EXCHANGES.put(key, known);
      }
      return known;
    }

    private Exchange make() {
      int rank = MPI.COMM_WORLD.Rank();
      int size = MPI.COMM_WORLD.Size();
      int next = (rank + 1) % size;
      int previous = (rank + size - 1) % size;
      return switch (pattern) {
        case "named" -> new Exchange(Exchange.send(next), Exchange.receive(previous));
        case "any" -> new Exchange(Exchange.send(next), Exchange.receiveByWaitany(previous));
        case STREAM -> Exchange.stream(rank, messages());
        default -> throw new IllegalArgumentException("There is no pattern " + pattern);
      };
    }
  }

  public static void main(String[] args) {
    String[] arguments = MPI.Init(args);
    long ns = Long.parseLong(arguments[0]) * 1_000_000;
    boolean isWarm = arguments[1].startsWith(WARM);
    long warmS = isWarm ? Long.parseLong(arguments[1].substring(WARM.length())) : 0;
    List<Measurement> all =
        Arrays.stream(arguments).skip(isWarm ? 2 : 1).map(Measurement::of).toList();
    long startNs = System.nanoTime();
    // Beside busy processes the compiler takes many seconds for what all have in common.
    for (int i = 0; isWorthMore(i, System.nanoTime() - startNs, warmS); i++) {
      warmUp(all, ns);
    }
    for (Measurement one : all) {
      measure(one, ns);
    }
    MPI.Finalize();
  }

  /** Rank 0 decides, by its clock. */
  private static boolean isWorthMore(int warmUps, long sinceNs, long warmS) {
    boolean[] more = {warmUps < WARM_UPS || sinceNs < warmS * 1_000_000_000};
    MPI.COMM_WORLD.Bcast(more, 0, 1, MPI.BOOLEAN, 0);
    return more[0];
  }

  private static void warmUp(List<Measurement> all, long ns) {
    List<String> warm = new ArrayList<>();
    for (Measurement one : all) {
      // Large messages go another way than small ones; a stream of them would take too long.
      String way = one.pattern + (one.isLarge() && !one.pattern.equals(STREAM));
      if (!warm.contains(way)) {
        pass(one.exchange(), new byte[one.bytes], ns);
        warm.add(way);
      }
    }
  }

  private static void measure(Measurement one, long ns) {
    double roundNs = pass(one.exchange(), new byte[one.bytes], ns);
    if (MPI.COMM_WORLD.Rank() == 0) {
      System.out.printf(
          Locale.ROOT,
          "%s%s %d: %.0f%n",
          PREFIX,
          one.pattern,
          one.bytes,
          roundNs / (one.steps() * one.messages()));
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
    int batch = Math.max(1, Math.min(ROUNDS_IN_A_BATCH, BYTES_IN_A_BATCH / data.length));
    long startNs = System.nanoTime();
    for (int rounds = batch; ; rounds += batch) {
      for (int i = 0; i < batch; i++) {
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
