package org.ftmpj.transport.journal;

/**
 * When the segments of a journal end, and when they are dropped.
 *
 * @param size bytes from which on a segment is full
 * @param needed what may still be read
 */
public record SegmentRules(int size, Needed needed) {
  /**
   * Each segment is mapped as a whole, with its last record. Nothing is dropped: there are no
   * checkpoints yet.
   */
  public static final SegmentRules USUAL =
      new SegmentRules(Queues.BLOCK_SIZE - Queues.LARGEST_RECORD, Needed.ALL);
}
