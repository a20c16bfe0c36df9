package org.ftmpj.network;

/**
 * By how much the thread that looks after paths is late of late. Where it is, the processor has
 * other things to do, and what is asked of a host may take as long to be answered: its ranks
 * compute, too (the internal check of MPI/FT, Batchu et al.). Forgotten within seconds. One thread.
 */
final class Lateness {
  /** Not counted beyond so many intervals: a path that is cut has to be left in the end. */
  private static final int MOST_INTERVALS = 10;

  private static final int MEMORY = 256;

  private final long intervalNs;
  private long ns;

  /**
   * @param intervalNs between two looks; less than half of it is not counted
   */
  Lateness(long intervalNs) {
    this.intervalNs = intervalNs;
  }

  /** A look comes so much later than it should. */
  void look(long byNs) {
    long counted = byNs < intervalNs / 2 ? 0 : Math.min(byNs, MOST_INTERVALS * intervalNs);
    ns = Math.max(counted, ns - ns / MEMORY);
  }

  /** How much longer than usual to wait for an answer: it is late there and here. */
  long patienceNs() {
    return 2 * ns;
  }
}
