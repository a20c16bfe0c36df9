package org.ftmpj.transport.journal;

/**
 * The part of a log that may still be read; earlier segments can be dropped. The log's writer calls
 * it whenever it begins a segment, in its own thread or in one of the log's.
 */
@FunctionalInterface
public interface Retention {
  /** The whole log: any reader may begin at the start. */
  Retention ALL = () -> 0;

  /**
   * The number of the first message or determinant, or the first position in a bulk log, that a
   * receiver or the next incarnation of the sender may read. It never decreases, not even for a
   * later writer.
   */
  long from();

  /** Whether all of the log is needed so far. */
  default boolean isAll() {
    return this == ALL;
  }
}
