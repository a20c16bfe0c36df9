package org.ftmpj.protocol.channel;

/**
 * The position up to which a channel log was read. Matched marks behind that message may have been
 * read as well; they are read again and then change nothing.
 *
 * @param sequence sequence number of the last message that was read; 0 if none was
 * @param records number of records up to that message; -1 if the message has to be looked up by its
 *     sequence number
 * @param incarnation incarnation of the source that wrote the message; 0 if unknown
 */
public record ReadPosition(long sequence, long records, int incarnation) {
  private static final long UNKNOWN = -1;

  /** The position before the first message. */
  public static final ReadPosition START = new ReadPosition(0, 0);

  /** A position whose writer is unknown. */
  public ReadPosition(long sequence, long records) {
    this(sequence, records, 0);
  }

  /** Returns this position for another log of the channel, which may not have the message yet. */
  public ReadPosition onOtherHost() {
    return sequence == 0 ? START : new ReadPosition(sequence, UNKNOWN, incarnation);
  }

  /**
   * Whether only the message's sequence number is known, not its place in the log. The log is then
   * read from its first record on, and messages up to that number are skipped.
   */
  public boolean isByNumber() {
    return records == UNKNOWN;
  }
}
