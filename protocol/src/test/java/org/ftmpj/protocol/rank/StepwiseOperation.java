package org.ftmpj.protocol.rank;

/**
 * One operation of a program in steps that do not wait: it begins, and is attempted until it is
 * done. {@link Stepwise} says when.
 */
abstract class StepwiseOperation {

  /** What has come of an attempt. */
  enum Outcome {
    DONE,
    /** It needs determinants to be stable. */
    AT_GATE,
    /** It needs arrivals, or the rank to be live. */
    BLOCKED;

    static Outcome doneIf(boolean done) {
      return done ? DONE : BLOCKED;
    }
  }

  /** Whether others cannot precede it any more when it has begun. */
  boolean isEvent() {
    return true;
  }

  /** Whether other threads have done what it waits for before it begins. */
  boolean isReady() {
    return true;
  }

  /** Its turn has come. Nothing to do for one that has no clock of its own. */
  void begin() {}

  abstract Outcome attempt();

  /** Whether the outcome was taken from the history; of one that has begun. */
  boolean isReplayed() {
    return false;
  }

  /** Whether it has no record, although it may have one; of one that has begun. */
  boolean isOpen() {
    return false;
  }
}
