package org.ftmpj.protocol.simulation;

/** A segment of a program as one rank runs it: begins operations, one at a time. */
interface Part {

  /** Kinds of segments. */
  enum Kind {
    EXCHANGE,
    CREW,
    SCRIPT,
    FARM
  }

  /** Begins the next operation; false if there is none left. */
  boolean begin();

  /** The operation that was begun is done. */
  void done();
}
