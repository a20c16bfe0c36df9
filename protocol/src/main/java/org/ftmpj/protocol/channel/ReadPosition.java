package org.ftmpj.protocol.channel;

/**
 * How far a channel log was read. Matched marks after that message may have been read, too, and are
 * read again: they change nothing then.
 *
 * @param sequence of the last message that was read; 0 if none was
 * @param records how many records there are up to it
 */
public record ReadPosition(long sequence, long records) {
  /** Nothing was read. */
  public static final ReadPosition START = new ReadPosition(0, 0);
}
