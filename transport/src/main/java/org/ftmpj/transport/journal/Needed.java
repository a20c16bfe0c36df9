package org.ftmpj.transport.journal;

/**
 * Tells what of a log may still be read, so that the segments before can be dropped. Asked by the
 * log's writer when it begins a segment, perhaps in a thread of the log's own.
 */
@FunctionalInterface
public interface Needed {
  /** All of it: as long as there are no checkpoints, any reader may begin at the start. */
  Needed ALL = () -> 0;

  /**
   * The number of a message or determinant, or the position in a bulk log, from which on the log
   * may be read, by a receiver or by the next incarnation of the sender; never goes back, nor for a
   * later writer.
   */
  long from();
}
