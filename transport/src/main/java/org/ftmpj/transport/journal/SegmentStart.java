package org.ftmpj.transport.journal;

/**
 * What the owner of a journal says about it where a segment begins.
 *
 * @param first the number of the message or determinant that comes next, from 1
 * @param epoch the incarnation that begins the segment; 0 if there was none yet
 * @param state what else a reader has to know that begins here; not changed by anyone
 */
public record SegmentStart(long first, int epoch, byte[] state) {
  private static final byte[] NONE = {};

  /** A start without more to know. */
  public SegmentStart(long first, int epoch) {
    this(first, epoch, NONE);
  }

  @Override
  public String toString() {
    return "segment from " + first + " on, begun by incarnation " + epoch;
  }
}
