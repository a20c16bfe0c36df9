package org.ftmpj.protocol.channel;

/** An immutable snapshot of an {@link Arrival.Message} and its {@link Envelope}. */
public record MessageSnapshot(
    int source,
    long sequence,
    long position,
    int context,
    int tag,
    boolean synchronous,
    int type,
    int elements,
    int fixedLength,
    int dynamicLength,
    int digest) {

  public static MessageSnapshot of(Arrival.Message message) {
    Envelope e = message.envelope();
    return new MessageSnapshot(
        message.source(),
        message.sequence(),
        message.position(),
        e.context(),
        e.tag(),
        e.synchronous(),
        e.type(),
        e.elements(),
        e.fixedLength(),
        e.dynamicLength(),
        e.digest());
  }

  /** Returns this message as another log of its channel has it: its position is not known there. */
  public MessageSnapshot onOtherHost() {
    return new MessageSnapshot(
        source,
        sequence,
        Arrival.Message.BY_NUMBER,
        context,
        tag,
        synchronous,
        type,
        elements,
        fixedLength,
        dynamicLength,
        digest);
  }

  /** A new message with these values. */
  public Arrival.Message message() {
    return new Arrival.Message(
        source,
        sequence,
        new Envelope(context, tag, synchronous, type, elements, fixedLength, dynamicLength, digest),
        position);
  }
}
