package org.ftmpj.protocol.thread;

/** The result of an attempt to go on: it is done, or the reason why it cannot go on now. */
public enum Attempt {
  DONE,

  /** Recorded events of other threads have to be repeated first. */
  NOT_ITS_TURN,

  /** Determinants are not stable yet. No other thread of the rank can go on meanwhile. */
  GATE_CLOSED,

  /** None of the messages that have arrived is what it waits for. */
  NOTHING_ARRIVED,

  /** The operation has no record, and other threads still have recorded events to repeat. */
  NOT_LIVE,

  /** Another thread has to change something first. */
  NOTHING_CHANGED,

  /** The record that is verified has ended. Other threads may still end the program. */
  RECORD_ENDED
}
