package org.ftmpj.protocol.rank;

import java.nio.ByteBuffer;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.match.SynchronousSend;
import org.ftmpj.protocol.report.OperationHistory;
import org.ftmpj.protocol.thread.Attempt;

/**
 * A send, which passes the gate and appends the message to the channel log (protocol rule
 * GATED_SEND).
 */
final class Send extends Operation {
  private final Envelope envelope = new Envelope();
  private int destination;
  private int context;
  private int tag;
  private boolean synchronous;
  private int type;
  private int elements;
  private ByteBuffer fixed;
  private int fixedLength;
  private byte[] dynamic;
  private int dynamicLength;

  /** The request of a synchronous send that is done. */
  private SynchronousSend sent;

  Send(RankCore core) {
    super(core);
  }

  /** Sets the destination and the kind of send. */
  Send to(int rank, int inContext, int withTag, boolean synchronously) {
    destination = rank;
    context = inContext;
    tag = withTag;
    synchronous = synchronously;
    return this;
  }

  /** Sets the payload; see {@link RankSession#send}. */
  Send of(
      int elementType,
      int numberOfElements,
      ByteBuffer fixedPart,
      int fixedBytes,
      byte[] dynamicPart,
      int dynamicBytes) {
    type = elementType;
    elements = numberOfElements;
    if (fixed != fixedPart) {
      fixed = fixedPart;
    }
    fixedLength = fixedBytes;
    dynamic = dynamicPart;
    dynamicLength = dynamicBytes;
    return this;
  }

  /**
   * The known part of a send; its request is null if it is not synchronous, and before it is sent.
   */
  record Sent(SynchronousSend.Snapshot request) implements Known {}

  @Override
  void start() {
    core.operations.next(
        synchronous ? OperationHistory.Kind.SYNCHRONOUS_SEND : OperationHistory.Kind.SEND,
        destination,
        context,
        tag);
    core.interconnect.progress(tick());
    seal();
  }

  private void seal() {
    // The digest is computed for a comparison, or while the payload is copied to the log.
    envelope.set(context, tag, synchronous, type, elements, fixedLength, dynamicLength, 0);
  }

  @Override
  Attempt proceed() {
    if (core.gate.isClosed()) {
      return Attempt.GATE_CLOSED;
    }
    long sequence = core.outbound.send(destination, envelope, fixed, dynamic, clock());
    if (synchronous) {
      sent = core.marks.sent(destination, sequence, tag);
    }
    core.states.advance();
    return Attempt.DONE;
  }

  /** The request for the program, once the send is done. */
  PendingRequest sent() {
    return synchronous ? sent : PendingRequest.COMPLETED_SEND;
  }

  @Override
  Known known() {
    return new Sent(sent == null ? null : sent.snapshot());
  }

  @Override
  void restore(Known known) {
    SynchronousSend.Snapshot request = ((Sent) known).request();
    sent = request == null ? null : core.marks.restored(request);
    seal();
  }

  @Override
  void clear() {
    // The static part is not cleared: MPJ Express reuses the same buffer, and storing a reference
    // costs more than checking that it is the same.
    dynamic = null;
    sent = null;
  }

  @Override
  public String toString() {
    return "a send to rank " + destination;
  }
}
