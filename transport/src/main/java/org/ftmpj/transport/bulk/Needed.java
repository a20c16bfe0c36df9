package org.ftmpj.transport.bulk;

/**
 * Tells which bytes of a bulk log may still be read. Segments of older ones are removed, and what
 * is not archived then never is. Asked in a thread of the log's own.
 */
@FunctionalInterface
public interface Needed {
  /** All of it: as long as there are no checkpoints, any receiver may begin again at its start. */
  Needed ALL = () -> 0;

  /** The position from which on bytes may be read; never goes back, nor for a later writer. */
  long from();
}
