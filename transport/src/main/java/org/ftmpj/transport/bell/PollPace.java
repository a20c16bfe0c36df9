package org.ftmpj.transport.bell;

/**
 * Decides whether a polling rank gives up its core for a moment, perhaps to the rank that it waits
 * for. It does so if there are more processes than cores, some thousand polls in a row have found
 * nothing, and the polls follow each other so fast that nothing can be computed in between. A rank
 * that computes between polls never rests.
 *
 * <p>A program that only counts its polls still makes half a million in a second.
 */
public final class PollPace {
  /** The length of a rest, in nanoseconds. */
  public static final long REST_NS = 50_000;

  private static final long POLLS_BEFORE_REST = 10_000;
  private static final long POLLS_BETWEEN_RESTS = 64;

  /**
   * The longest time that a poll takes, in nanoseconds, when nothing is done between polls; its
   * looks at other ranks come on top.
   */
  private static final long POLL_NS = 120;

  /** The longest time that one look at another rank's messages takes, in nanoseconds. */
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

  /** Whether {@link #isTooFast} has to be called after so many failed polls in a row. */
  public boolean isToBeAsked(long failedPolls) {
    return crowded && failedPolls >= POLLS_BEFORE_REST && failedPolls % POLLS_BETWEEN_RESTS == 0;
  }

  /** Whether the rank does nothing but poll, so that it should rest. */
  public boolean isTooFast(long nowNs) {
    boolean fast = nowNs - askedNs < pollsNs;
    askedNs = nowNs;
    return fast;
  }

  /** Records the end of a rest. */
  public void rested(long nowNs) {
    askedNs = nowNs;
  }
}
