package org.ftmpj.transport.bell;

/**
 * How long to spin before sleeping. Spinning pays when answers come within microseconds and a core
 * is free for it, and hurts everybody when ranks outnumber cores; so then it is learnt: doubled
 * when it helped, halved when it did not, down to nothing, and tried again now and then.
 *
 * <p>If every rank can have a core, each wait spins as long as it may. To learn would be
 * contagious: one late answer makes a rank sleep, its own next answer is late by the time that it
 * takes to wake up, and so its peer learns to sleep, too (measured: 9 µs a message instead of 1.5).
 */
public final class AdaptiveSpin {
  /** The longest spin where it is learnt, in nanoseconds. */
  public static final long LONGEST_NS = 50_000;

  /**
   * The longest spin if every rank can have a core, in nanoseconds: longer than it takes to wake up
   * and to answer, for else who is woken once stays late. On a virtual machine to wake up alone can
   * take 100 µs.
   */
  public static final long LONGEST_WITH_CORES_NS = 400_000;

  private static final long SHORTEST_NS = 1_000;
  private static final int WAITS_BETWEEN_PROBES = 128;

  private final long floorNs;
  private long limitNs;
  private long spinNs;
  private int waits;

  private AdaptiveSpin(long floorNs) {
    this.floorNs = floorNs;
    this.limitNs = floorNs;
  }

  /** Begins with spinning, and keeps to it, if every rank can have a core. */
  public static AdaptiveSpin of(int ranks, int cores) {
    return new AdaptiveSpin(ranks <= cores ? LONGEST_WITH_CORES_NS : 0);
  }

  /**
   * How long to spin in the wait that now begins, in nanoseconds; {@link #helped} or {@link
   * #failed} has to follow unless it is 0.
   */
  public long nextNs() {
    boolean probe = limitNs == 0 && ++waits % WAITS_BETWEEN_PROBES == 0;
    spinNs = probe ? LONGEST_NS : limitNs;
    return spinNs;
  }

  /** What was waited for came while spinning. */
  public void helped() {
    limitNs = Math.max(floorNs, Math.min(LONGEST_NS, 2 * spinNs));
  }

  /** It did not come. */
  public void failed() {
    limitNs = limitNs / 2 < SHORTEST_NS ? floorNs : Math.max(floorNs, limitNs / 2);
  }
}
