package org.ftmpj.transport.journal;

/**
 * Says which part of a log may still be read; the segments before it can be dropped. The log's
 * writer asks whenever it begins a segment, in its own thread or in one of the log's.
 */
@FunctionalInterface
public interface Needed {
  /** All of it: any reader may begin at the start. */
  Needed ALL = () -> 0;

  /**
   * The number of a message or determinant, or the position in a bulk log, from which on the log
   * may be read, by a receiver or by the next incarnation of the sender; never goes back, nor for a
   * later writer.
   */
  long from();

  /** Whether it is all of it, so far. */
  default boolean isAll() {
    return this == ALL;
  }
}
