package org.ftmpj.protocol.thread;

/** The result of an attempt to go on: done, or the reason why not. */
public enum Attempt {
  DONE,

  /** Other threads have to repeat recorded events first. */
  NOT_ITS_TURN,

  /** Some determinants are not stable yet. No other thread of the rank can go on meanwhile. */
  GATE_CLOSED,

  /** The awaited message has not arrived. */
  NOTHING_ARRIVED,

  /** The operation has no record, and other threads still have recorded events to repeat. */
  NOT_LIVE,

  /** Another thread has to make a change first. */
  NOTHING_CHANGED,

  /** The verified record has ended. Other threads may still end the program. */
  RECORD_ENDED
}
