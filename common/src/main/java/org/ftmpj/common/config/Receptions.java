package org.ftmpj.common.config;

/** The receives of which it is recorded what they matched. */
public enum Receptions {
  /** Those that timing decides: those from any source (paper, section 2.3). */
  NONDETERMINISTIC,
  /**
   * Of all, as in the classical model of message logging, to which a reception is one event that is
   * never determined (paper, section 2.1; MPICH-V2).
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
