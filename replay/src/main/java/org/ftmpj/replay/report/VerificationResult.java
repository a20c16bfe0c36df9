package org.ftmpj.replay.report;

/** The result of the verification of a rank. */
public enum VerificationResult {
  /** The rank did the same, to its end. */
  VERIFIED,
  /** The rank did the same as far as it is recorded; the record ends before the program does. */
  VERIFIED_TO_END,
  /** The rank sent and found the same, and printed other lines. */
  LINES_DIFFER,
  /** The rank did something else. */
  DIVERGED,
  /** The rank could not be re-executed. */
  FAILED;

  /** Whether the rank did the same. */
  public boolean isGood() {
    return this == VERIFIED || this == VERIFIED_TO_END;
  }
}
