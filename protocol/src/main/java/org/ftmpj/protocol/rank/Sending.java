package org.ftmpj.protocol.rank;

import java.nio.ByteBuffer;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.channel.Interconnect;

/**
 * The two steps of a send; between them it passes the {@link Gate} (protocol rule GATED_SEND). One
 * thread.
 */
final class Sending {
  private final Interconnect interconnect;
  private final OperationClock clock;
  private final Outbound outbound;
  private final MatchedMarks marks;
  private final RankStates states;

  /** Of the message that is being sent. */
  private final Envelope envelope = new Envelope();

  Sending(
      Interconnect interconnect,
      OperationClock clock,
      Outbound outbound,
      MatchedMarks marks,
      RankStates states) {
    this.interconnect = interconnect;
    this.clock = clock;
    this.outbound = outbound;
    this.marks = marks;
    this.states = states;
  }

  /** Returns an envelope that is valid until the next send begins. */
  Envelope begin(
      int context,
      int tag,
      boolean synchronous,
      int type,
      int elements,
      ByteBuffer fixed,
      int fixedLength,
      byte[] dynamic,
      int dynamicLength) {
    interconnect.progress(clock.tick());
    int digest = outbound.digest(fixed, fixedLength, dynamic, dynamicLength);
    return envelope.set(
        context, tag, synchronous, type, elements, fixedLength, dynamicLength, digest);
  }

  /** To be called when the gate is open. */
  Operation finish(int destination, Envelope begun, ByteBuffer fixed, byte[] dynamic) {
    long sequence = outbound.send(destination, begun, fixed, dynamic, clock.now());
    Operation sent =
        begun.synchronous()
            ? marks.sent(destination, sequence, begun.tag())
            : Operation.COMPLETED_SEND;
    states.advance();
    return sent;
  }
}
