package org.ftmpj.replay.report;

/** What came of the verification of a rank. */
public enum VerificationResult {
  /** It did the same, to its end. */
  VERIFIED,
  /** It did the same as far as it is recorded; the record ends before the program does. */
  VERIFIED_TO_END,
  /** It sent and found the same, and printed other lines. */
  LINES_DIFFER,
  /** It did something else. */
  DIVERGED,
  /** It could not be re-executed. */
  FAILED;

  /** Whether nothing was found. */
  public boolean isGood() {
    return this == VERIFIED || this == VERIFIED_TO_END;
  }
}
