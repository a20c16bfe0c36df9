package org.ftmpj.supervisor.rank;

import org.ftmpj.common.error.ErrorCode;

/** How a rank ended for good. */
public sealed interface RankOutcome {

  /**
   * The program ended itself with that code, 0 to 255.
   *
   * @param cause what it did to end, for the user; empty if that is not known
   */
  record Finished(int code, String cause) implements RankOutcome {
    /** Whatever its cause. */
    public Finished(int code) {
      this(code, "");
    }
  }

  /** FTMPJ stopped it, or gave it up, or could not start it. */
  record FailStopped(ErrorCode code, String message) implements RankOutcome {}

  /** It was stopped on request. */
  record Stopped() implements RankOutcome {}
}
