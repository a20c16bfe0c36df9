package org.ftmpj.protocol.channel;

/** What comes out of a channel log. */
public sealed interface Arrival {

  /** The rank that wrote it. */
  int source();

  /** The channel sequence number of the message this is, or is about. */
  long sequence();

  /**
   * A complete message.
   *
   * @param position where its payload is in the channel log; meaningful to the {@link Interconnect}
   *     only
   */
  record Message(int source, long sequence, Envelope envelope, long position) implements Arrival {}

  /**
   * A matched mark: {@code source} has matched the synchronous message with this sequence number
   * that this rank sent to it (protocol rule 8). Marks have no sequence number of their own.
   */
  record MatchedMark(int source, long sequence) implements Arrival {}
}
