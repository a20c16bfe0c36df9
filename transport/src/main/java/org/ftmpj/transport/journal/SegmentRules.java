package org.ftmpj.transport.journal;

/**
 * The rules by which the segments of a journal end and are dropped.
 *
 * @param size bytes from which on a segment is full
 * @param needed the part that may still be read
 */
public record SegmentRules(int size, Retention needed) {
  /**
   * The usual bytes of a segment. To begin a segment takes writer and reader some milliseconds
   * each, which is little in the time that so much is written.
   */
  public static final int USUAL_SIZE = 512 << 20;

  private static volatile int usualSize = USUAL_SIZE;

  /** Sets the usual size for this process, in bytes; before its first journal is written. */
  public static void useSize(int size) {
    usualSize = size;
  }

  /** Segments of the usual size that are never dropped. */
  public static SegmentRules usual() {
    return usual(Retention.ALL);
  }

  /** Segments of the usual size. */
  public static SegmentRules usual(Retention needed) {
    return new SegmentRules(usualSize, needed);
  }
}
