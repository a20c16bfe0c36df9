package org.ftmpj.protocol.channel;

/**
 * The position up to which a channel log was read. Matched marks after that message may have been
 * read, too, and are read again: they change nothing then.
 *
 * @param sequence of the last message that was read; 0 if none was
 * @param records how many records there are up to it; -1 if the message is to be found by its
 *     number
 * @param incarnation of the source that wrote the message; 0 if that is not known
 */
public record ReadPosition(long sequence, long records, int incarnation) {
  private static final long UNKNOWN = -1;

  /** Nothing was read. */
  public static final ReadPosition START = new ReadPosition(0, 0);

  /** A position whose writer is unknown. */
  public ReadPosition(long sequence, long records) {
    this(sequence, records, 0);
  }

  /** Returns this position in another log of the channel, which may not have come that far yet. */
  public ReadPosition elsewhere() {
    return sequence == 0 ? START : new ReadPosition(sequence, UNKNOWN, incarnation);
  }

  /**
   * Whether it is that of a message of which is not known where it is in the log: the log is read
   * from its first record on, and messages up to that one are passed over when they come.
   */
  public boolean isByNumber() {
    return records == UNKNOWN;
  }
}
