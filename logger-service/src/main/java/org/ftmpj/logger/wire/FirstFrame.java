package org.ftmpj.logger.wire;

/** The first frame of a client that more follows. */
public sealed interface FirstFrame extends Message permits Coordinate, Join {
  /** Whether what follows, in both directions, is encrypted. */
  boolean sealed();
}
