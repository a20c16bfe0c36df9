package org.ftmpj.transport.bell;

/**
 * Whether a rank that polls leaves its core to others for a moment, perhaps to the very rank that
 * it waits for: if there are more processes than cores, if some thousand polls in a row have found
 * nothing, and if they follow each other so fast that nothing can be computed in between. A rank
 * that computes between polls is never kept from it.
 *
 * <p>A program that only counts its polls still does half a million in a second.
 */
public final class PollPace {
  /** How long a rest is, in nanoseconds. */
  public static final long REST_NS = 50_000;

  private static final long POLLS_BEFORE_REST = 10_000;
  private static final long POLLS_BETWEEN_RESTS = 64;

  /** The longest that a poll takes of which nothing is in between, but for its looks. */
  private static final long POLL_NS = 120;

  /** The longest that it takes to look at what one rank has sent. */
  private static final long LOOK_NS = 10;

  private final boolean crowded;
  private final long pollsNs;
  private long askedNs;

  private PollPace(int ranks, int processes, int cores) {
    crowded = processes > cores;
    pollsNs = POLLS_BETWEEN_RESTS * (POLL_NS + ranks * LOOK_NS);
  }

  /**
   * @param ranks that may have sent something
   * @param processes that compete for cores
   * @param cores that this process may use
   */
  public static PollPace of(int ranks, int processes, int cores) {
    return new PollPace(ranks, processes, cores);
  }

  /** Whether {@link #isTooFast} is to be asked now, when so many polls in a row have failed. */
  public boolean isToBeAsked(long failedPolls) {
    return crowded && failedPolls >= POLLS_BEFORE_REST && failedPolls % POLLS_BETWEEN_RESTS == 0;
  }

  /** Whether the rank does nothing but poll, so that it should rest. */
  public boolean isTooFast(long nowNs) {
    boolean fast = nowNs - askedNs < pollsNs;
    askedNs = nowNs;
    return fast;
  }

  /** It has rested. */
  public void rested(long nowNs) {
    askedNs = nowNs;
  }
}
