package org.ftmpj.supervisor.rank;

import org.ftmpj.common.error.ErrorCode;

/** The final outcome of a rank. */
public sealed interface RankOutcome {

  /**
   * The program ended itself with that code, 0 to 255.
   *
   * @param cause the way in which it ended, for the user; empty if that is not known
   */
  record Finished(int code, String cause) implements RankOutcome {
    /** An end without a known cause. */
    public Finished(int code) {
      this(code, "");
    }
  }

  /** FTMPJ stopped the rank, gave it up, or could not start it. */
  record FailStopped(ErrorCode code, String message) implements RankOutcome {}

  /** The rank was stopped on request. */
  record Stopped() implements RankOutcome {}
}
