package org.ftmpj.protocol.rank;

import java.nio.ByteBuffer;
import org.ftmpj.protocol.channel.Envelope;

/** A send. */
final class StepwiseSend extends StepwiseOperation {
  private static final int TYPE = 5;

  private final RankCore core;
  private final int destination;
  private final int context;
  private final int tag;
  private final boolean synchronous;
  private final ByteBuffer fixed;
  private final byte[] dynamic;
  private Envelope envelope;
  private Operation sent;

  StepwiseSend(
      RankCore core,
      int destination,
      int context,
      int tag,
      boolean synchronous,
      ByteBuffer fixed,
      byte[] dynamic) {
    this.core = core;
    this.destination = destination;
    this.context = context;
    this.tag = tag;
    this.synchronous = synchronous;
    this.fixed = fixed;
    this.dynamic = dynamic;
  }

  @Override
  void begin() {
    int length = dynamic == null ? 0 : dynamic.length;
    envelope =
        core.sending.begin(
            context, tag, synchronous, TYPE, 1, fixed, fixed.remaining(), dynamic, length);
  }

  @Override
  Outcome attempt() {
    if (!core.gate.isOpen()) {
      return Outcome.AT_GATE;
    }
    sent = core.sending.finish(destination, envelope, fixed, dynamic);
    return Outcome.DONE;
  }

  /** The send, when it is done. */
  Operation sent() {
    return sent;
  }
}
