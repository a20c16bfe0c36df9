package org.ftmpj.protocol.simulation;

import java.util.Arrays;

/**
 * That the incarnations of a rank are consistent with what is known of it outside: none is an
 * orphan, and each is in the same state as the one before at every operation up to the last that
 * something left it in.
 */
final class Consistency {
  private final Job job;
  private final SimulatedRank rank;

  /** What the program had seen, by operation. */
  private long[] seen = new long[256];

  private long[] firstBegun = new long[256];
  private int reached = -1;

  /** The last operation at whose beginning the state is known outside. */
  private int known = -1;

  /** What left the rank last depends on that many determinants. */
  private long neededDeterminants;

  /** What left the rank last depends on the order of that many events of threads. */
  private long neededEvents;

  /** The same of what has left its host. */
  private Dependence outside = new Dependence(-1, 0, 0);

  Consistency(Job job, SimulatedRank rank) {
    this.job = job;
    this.rank = rank;
  }

  /** When the first incarnation that came so far has begun that operation. */
  long firstBegun(int operation) {
    return firstBegun[operation];
  }

  /**
   * The program begins that operation, be it on a host that is given up: what it lets out counts.
   */
  void isBegun(int operation) {
    if (operation >= seen.length) {
      seen = Arrays.copyOf(seen, 2 * operation);
      firstBegun = Arrays.copyOf(firstBegun, 2 * operation);
    }
    if (firstBegun[operation] == 0) {
      firstBegun[operation] = job.now();
    }
  }

  /** The program is about to begin that operation, having seen {@code hash}. */
  void begins(int operation, long hash) {
    isBegun(operation);
    if (operation > reached) {
      reached = operation;
    } else {
      job.reExecuted();
    }
    if (operation > known) {
      seen[operation] = hash;
    } else if (seen[operation] != hash) {
      throw new Violation(
          Violation.Kind.OTHER_REPLAY,
          "rank %d incarnation %d comes to operation %d in another state, but operation %d had left it"
              .formatted(rank.number(), rank.incarnation(), operation, known));
    }
  }

  /** Something that depends on that has left the rank. */
  void hasLeft(Dependence last) {
    known = Math.max(known, last.operation());
    neededDeterminants = Math.max(neededDeterminants, last.determinants());
    neededEvents = Math.max(neededEvents, last.events());
  }

  /** Something that depends on that has left the rank's host. */
  void hasLeftHost(Dependence last) {
    outside =
        new Dependence(
            Math.max(outside.operation(), last.operation()),
            Math.max(outside.determinants(), last.determinants()),
            Math.max(outside.events(), last.events()));
    hasLeft(last);
  }

  /** All that has not left its host is lost. */
  void hostLost() {
    known = outside.operation();
    neededDeterminants = outside.determinants();
    neededEvents = outside.events();
  }

  /** A new incarnation finds that many determinants. */
  void startsWith(long determinants) {
    if (determinants < neededDeterminants) {
      throw new Violation(
          Violation.Kind.ORPHAN,
          "what left rank %d depends on %d determinants, incarnation %d finds %d"
              .formatted(rank.number(), neededDeterminants, rank.incarnation(), determinants));
    }
  }

  boolean needsEvents() {
    return neededEvents > 0;
  }

  /** A new incarnation finds the order of that many events. */
  void startsWithEvents(long events) {
    if (events < neededEvents) {
      throw new Violation(
          Violation.Kind.ORPHAN,
          "what left rank %d depends on the order of %d events of threads, incarnation %d finds %d"
              .formatted(rank.number(), neededEvents, rank.incarnation(), events));
    }
  }
}
