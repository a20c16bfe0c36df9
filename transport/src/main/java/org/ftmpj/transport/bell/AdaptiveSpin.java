package org.ftmpj.transport.bell;

/**
 * The length of a spin before a sleep. Spinning pays when answers come within microseconds and the
 * peer has a core meanwhile; otherwise it keeps the peer, or other processes, from the core, and
 * uses up what the scheduler grants this rank, which then stands still for milliseconds. The number
 * of cores does not say whether one is free, so the length is learnt. It doubles when a spin helped
 * and halves when it did not, down to nothing; it drops to nothing at once when another process had
 * the core during a spin. After that a spin is tried now and then, less often with each failure.
 *
 * <p>The longest spin is longer than it takes a peer to wake up and to answer: of two ranks that
 * both have learnt to sleep, one trial makes both spin again. It comes back with an answer, though
 * the peer sleeps, and so that rank goes on spinning until the peer's next trial.
 */
public final class AdaptiveSpin {
  /** The longest spin if there are more processes than cores, in nanoseconds. */
  public static final long LONGEST_NS = 50_000;

  /**
   * The longest spin if every process can have a core, in nanoseconds. On a virtual machine, waking
   * up alone can take 100 µs.
   */
  public static final long LONGEST_WITH_CORES_NS = 400_000;

  /**
   * The gap between two looks at the clock, in nanoseconds, that shows that a spinning thread did
   * not have the core.
   */
  public static final long WITHOUT_CORE_NS = 100_000;

  private static final long SHORTEST_NS = 1_000;
  private static final int FEWEST_WAITS_BETWEEN_TRIALS = 16;
  private static final int MOST_WAITS_BETWEEN_TRIALS = 1024;

  private final long longestNs;

  /** The longest spin now, in nanoseconds; 0 if only trials spin. */
  private long limitNs;

  private long spinNs;
  private int waitsBetweenTrials = FEWEST_WAITS_BETWEEN_TRIALS;
  private int waits;

  private AdaptiveSpin(long longestNs, long limitNs) {
    this.longestNs = longestNs;
    this.limitNs = limitNs;
  }

  /**
   * Creates a spin that begins at its longest if every process can have a core, else with none.
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
   * Returns the length of the spin before the wait that now begins, in nanoseconds. Unless it is 0,
   * one of {@link #helped}, {@link #failed} and {@link #lostCore} has to follow.
   */
  public long nextNs() {
    spinNs = limitNs;
    if (limitNs == 0 && ++waits >= waitsBetweenTrials) {
      waits = 0;
      spinNs = longestNs;
    }
    return spinNs;
  }

  /** Records that the event came during the spin. */
  public void helped() {
    limitNs = Math.min(longestNs, 2 * spinNs);
    waitsBetweenTrials = FEWEST_WAITS_BETWEEN_TRIALS;
  }

  /** Records that the event did not come during the spin. */
  public void failed() {
    shrinkTo(limitNs / 2 < SHORTEST_NS ? 0 : limitNs / 2);
  }

  /** Records that another process had the core. */
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
