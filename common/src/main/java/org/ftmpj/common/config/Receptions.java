package org.ftmpj.common.config;

/** The receives whose matches are recorded. */
public enum Receptions {
  /** The receives that timing decides: those from any source (paper, section 2.3). */
  NONDETERMINISTIC,
  /**
   * All receives, as in the classical model of message logging, where a reception is an event that
   * is never determined (paper, section 2.1; MPICH-V2).
   */
  ALL;

  /**
   * Whether the match of a receive is recorded.
   *
   * @param anySource whether the receive takes a message from any source
   */
  public boolean record(boolean anySource) {
    return anySource || this == ALL;
  }
}
