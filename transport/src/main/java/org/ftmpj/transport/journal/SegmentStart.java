package org.ftmpj.transport.journal;

/**
 * The description of a journal at the beginning of a segment, by its owner.
 *
 * @param first the number of the message or determinant that comes next, from 1
 * @param epoch the incarnation that begins the segment; 0 if there was none yet
 * @param state further state for a reader that begins at this segment; never changed
 */
public record SegmentStart(long first, int epoch, byte[] state) {
  private static final byte[] NONE = {};

  /** A start without further state. */
  public SegmentStart(long first, int epoch) {
    this(first, epoch, NONE);
  }

  @Override
  public String toString() {
    return "segment from " + first + " on, begun by incarnation " + epoch;
  }
}
