package org.ftmpj.protocol.channel;

/**
 * An arrival from a channel log. One mutable object serves all arrivals of a channel, so copy it to
 * keep its values. One thread.
 */
public sealed interface Arrival {

  /** The rank that wrote this arrival. */
  int source();

  /** The channel sequence number of the message, or of the message that a mark refers to. */
  long sequence();

  /** A complete message. */
  final class Message implements Arrival {
    /** The position of a message that has to be looked up in its log by its sequence number. */
    public static final long BY_NUMBER = Long.MIN_VALUE;

    private final Envelope envelope = new Envelope();
    private int source;
    private long sequence;
    private long position;

    /** Creates an empty message, to be {@link #set} later. */
    public Message() {}

    /** Creates a message and {@link #set}s it. */
    public Message(int source, long sequence, Envelope envelope, long position) {
      this.envelope.set(envelope);
      set(source, sequence, position);
    }

    /**
     * Reuses this object for another message; its {@link #envelope} has to be set, too.
     *
     * @param position where its payload is in the channel log; meaningful to the {@link
     *     Interconnect} only
     * @return this
     */
    public Message set(int source, long sequence, long position) {
      this.source = source;
      this.sequence = sequence;
      this.position = position;
      return this;
    }

    /** Copies the current values of the other message. */
    public void set(Message other) {
      envelope.set(other.envelope);
      set(other.source, other.sequence, other.position);
    }

    /** A copy that stays valid. */
    public Message copy() {
      return new Message(source, sequence, envelope, position);
    }

    @Override
    public int source() {
      return source;
    }

    @Override
    public long sequence() {
      return sequence;
    }

    /** The envelope of this message, which is reused together with it. */
    public Envelope envelope() {
      return envelope;
    }

    /** The position of the payload in the channel log, or {@link #BY_NUMBER}. */
    public long position() {
      return position;
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof Message m
          && m.source == source
          && m.sequence == sequence
          && m.position == position
          && m.envelope.equals(envelope);
    }

    @Override
    public int hashCode() {
      return 31 * source + Long.hashCode(sequence);
    }

    @Override
    public String toString() {
      return "Message[source="
          + source
          + ", sequence="
          + sequence
          + ", envelope="
          + envelope
          + ", position="
          + position
          + "]";
    }
  }

  /**
   * A matched mark: {@code source} has matched the synchronous message with this sequence number
   * that this rank sent to it (protocol rule MATCHED_MARK). Marks have no sequence number of their
   * own.
   */
  final class MatchedMark implements Arrival {
    private final int source;
    private long sequence;

    public MatchedMark(int source, long sequence) {
      this.source = source;
      this.sequence = sequence;
    }

    /** Reuses this object for the mark of another message. */
    public MatchedMark set(long newSequence) {
      sequence = newSequence;
      return this;
    }

    @Override
    public int source() {
      return source;
    }

    @Override
    public long sequence() {
      return sequence;
    }

    @Override
    public boolean equals(Object o) {
      return o instanceof MatchedMark m && m.source == source && m.sequence == sequence;
    }

    @Override
    public int hashCode() {
      return 31 * source + Long.hashCode(sequence);
    }

    @Override
    public String toString() {
      return "MatchedMark[source=" + source + ", sequence=" + sequence + "]";
    }
  }
}
