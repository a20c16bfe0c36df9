package org.ftmpj.network;

/**
 * The current lateness of the thread that checks paths. When it is late, the processor is busy, and
 * an asked host may answer as late: its ranks compute, too (the internal check of MPI/FT, Batchu et
 * al.). The lateness is forgotten within seconds. One thread.
 */
final class Lateness {
  /** The largest lateness that counts, in intervals: a cut path has to be left in the end. */
  private static final int MOST_INTERVALS = 10;

  private static final int MEMORY = 256;

  private final long intervalNs;
  private long ns;

  /**
   * @param intervalNs time between two checks; a lateness of less than half of it does not count
   */
  Lateness(long intervalNs) {
    this.intervalNs = intervalNs;
  }

  /** Records a check that comes so much too late. */
  void look(long byNs) {
    long counted = byNs < intervalNs / 2 ? 0 : Math.min(byNs, MOST_INTERVALS * intervalNs);
    ns = Math.max(counted, ns - ns / MEMORY);
  }

  /** The extra time to wait for an answer, in nanoseconds: both sides may be late. */
  long patienceNs() {
    return 2 * ns;
  }
}
