package org.ftmpj.interceptors.device;

import java.nio.ByteBuffer;
import mpjbuf.Buffer;
import mpjbuf.BufferException;
import mpjbuf.NIOBuffer;
import mpjbuf.Type;
import mpjdev.Status;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.rank.RankSession;
import xdev.XDevException;

/** Between MPJ Express's buffers and the channel logs. */
final class Payloads {
  private final RankSession session;
  private final Processes processes;

  Payloads(RankSession session, Processes processes) {
    this.session = session;
    this.processes = processes;
  }

  /** Sends what the buffer holds. The buffer may be reused when this returns. */
  PendingRequest send(Buffer buffer, int destination, int tag, int context, boolean synchronous) {
    try {
      buffer.commit();
    } catch (BufferException e) {
      throw new XDevException(e);
    }
    ByteBuffer bytes = bytes(buffer);
    int position = bytes.position();
    int limit = bytes.limit();
    int offset = buffer.offset();
    int size = buffer.getSize();
    bytes.clear().position(offset);
    UndefinedBytes.zero(bytes, offset, size);
    boolean section = size >= Buffer.SECTION_OVERHEAD;
    byte[] dynamic = buffer.getDynamicBuffer();
    PendingRequest sent =
        session.send(
            destination,
            context,
            tag,
            synchronous,
            section ? bytes.get(offset) : Type.UNDEFINED.getCode(),
            section ? bytes.getInt(offset + 4) : 0,
            bytes,
            size,
            dynamic,
            dynamic == null ? 0 : dynamic.length);
    bytes.limit(limit).position(position);
    return sent;
  }

  /** Fills a buffer and a status from a message that was received. */
  void receive(Arrival.Message message, Buffer buffer, Status status) {
    Envelope envelope = message.envelope();
    ByteBuffer bytes = bytes(buffer);
    int room = bytes.capacity() - buffer.offset();
    if (envelope.fixedLength() > room) {
      throw new XDevException(
          ErrorCode.TRUNCATED
              + ": A message of "
              + envelope.fixedLength()
              + " bytes from rank "
              + message.source()
              + " does not fit into the "
              + room
              + " bytes that MPJ Express has set aside for its receive: what that asked for,"
              + " rounded up; headers of MPJ Express count in both. "
              + ErrorCode.TRUNCATED.nextStep());
    }
    byte[] dynamic = envelope.dynamicLength() == 0 ? null : new byte[envelope.dynamicLength()];
    bytes.clear().position(buffer.offset());
    session.copy(message, bytes, dynamic);
    bytes.clear();
    buffer.setSize(envelope.fixedLength());
    if (dynamic != null) {
      buffer.setDynamicBuffer(dynamic);
    }
    status.srcID = processes.name(message.source());
    status.tag = envelope.tag();
    status.numEls = envelope.elements();
    status.type = Type.getType(envelope.type());
  }

  /** The status of a message for a probe. */
  Status status(Arrival.Message message) {
    Envelope envelope = message.envelope();
    return new Status(
        processes.name(message.source()),
        envelope.tag(),
        -1,
        Type.getType(envelope.type()),
        envelope.elements());
  }

  private static ByteBuffer bytes(Buffer buffer) {
    return ((NIOBuffer) buffer.getStaticBuffer()).getBuffer();
  }
}
