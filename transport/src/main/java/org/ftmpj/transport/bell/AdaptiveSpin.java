package org.ftmpj.transport.bell;

/**
 * How long to spin before sleeping. Spinning pays when answers come within microseconds and the
 * peer has a core meanwhile; otherwise it keeps the peer, or other processes, from the core, and
 * uses up what the scheduler grants this rank, which then stands still for milliseconds. Whether
 * cores are free cannot be told from their number, so it is learnt: doubled when it helped, halved
 * when it did not, down to nothing, and nothing at once when another process has had the core while
 * this one was spinning. From nothing it is tried again now and then, the more seldom the more
 * often that did not help.
 *
 * <p>The longest spin is longer than it takes a peer to wake up and to answer: of two ranks that
 * both have learnt to sleep, one trial makes both spin again. It comes back with an answer, though
 * the peer sleeps, and so that rank goes on spinning until the peer's next trial.
 */
public final class AdaptiveSpin {
  /** The longest spin if there are more processes than cores, in nanoseconds. */
  public static final long LONGEST_NS = 50_000;

  /**
   * The longest spin if every process can have a core, in nanoseconds: on a virtual machine to wake
   * up alone can take 100 µs.
   */
  public static final long LONGEST_WITH_CORES_NS = 400_000;

  /**
   * A thread that has not looked at the clock for so long while it was spinning did not have the
   * core.
   */
  public static final long WITHOUT_CORE_NS = 100_000;

  private static final long SHORTEST_NS = 1_000;
  private static final int FEWEST_WAITS_BETWEEN_TRIALS = 16;
  private static final int MOST_WAITS_BETWEEN_TRIALS = 1024;

  private final long longestNs;

  /** 0 if waits do not spin, but for trials. */
  private long limitNs;

  private long spinNs;
  private int waitsBetweenTrials = FEWEST_WAITS_BETWEEN_TRIALS;
  private int waits;

  private AdaptiveSpin(long longestNs, long limitNs) {
    this.longestNs = longestNs;
    this.limitNs = limitNs;
  }

  /**
   * Begins with the longest spin if every process can have a core, else with none.
   *
   * @param processes that compete for cores
   * @param cores that this process may use
   */
  public static AdaptiveSpin of(int processes, int cores) {
    return processes <= cores
        ? new AdaptiveSpin(LONGEST_WITH_CORES_NS, LONGEST_WITH_CORES_NS)
        : new AdaptiveSpin(LONGEST_NS, 0);
  }

  /**
   * How long to spin in the wait that now begins, in nanoseconds. Unless it is 0, one of {@link
   * #helped}, {@link #failed} and {@link #lostCore} has to follow.
   */
  public long nextNs() {
    spinNs = limitNs;
    if (limitNs == 0 && ++waits >= waitsBetweenTrials) {
      waits = 0;
      spinNs = longestNs;
    }
    return spinNs;
  }

  /** What was waited for came while spinning. */
  public void helped() {
    limitNs = Math.min(longestNs, 2 * spinNs);
    waitsBetweenTrials = FEWEST_WAITS_BETWEEN_TRIALS;
  }

  /** It did not come. */
  public void failed() {
    shrinkTo(limitNs / 2 < SHORTEST_NS ? 0 : limitNs / 2);
  }

  /** Another process had the core. */
  public void lostCore() {
    shrinkTo(0);
  }

  private void shrinkTo(long ns) {
    boolean wasTrial = limitNs == 0;
    if (wasTrial) {
      waitsBetweenTrials = Math.min(MOST_WAITS_BETWEEN_TRIALS, 2 * waitsBetweenTrials);
    }
    limitNs = ns;
  }
}
