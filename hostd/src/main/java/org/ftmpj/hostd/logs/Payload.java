package org.ftmpj.hostd.logs;

import java.nio.ByteBuffer;
import org.ftmpj.network.Content;
import org.ftmpj.transport.bulk.PayloadSource;
import org.ftmpj.transport.channel.LogFrame;
import org.ftmpj.transport.channel.OutgoingLog;

/**
 * A message whose payload is in the bulk log, on its way to another host piece by piece, perhaps
 * while its sender still writes it. If the other host has the message, only the digest is sent.
 */
final class Payload {
  private final OutgoingLog log;
  private final PayloadSource payloads;
  private final ArrivedMessages arrived;
  private final long number;
  private final long message;
  private final long head;
  private final int headLength;
  private final long position;

  /** Bytes of the payload, and of the digest if that follows it. */
  private final long payload;

  private final long end;

  /** Whether the other host has the message. */
  private final boolean mirrored;

  /** The number of bytes on their way; the first piece includes the head. */
  private long sent;

  private boolean begun;

  /**
   * Begins with the record at which the log is.
   *
   * @param mirrored whether the other host has the message
   * @param arrived is called when the other host has it
   */
  Payload(OutgoingLog log, PayloadSource payloads, boolean mirrored, ArrivedMessages arrived) {
    this.log = log;
    this.payloads = payloads;
    this.arrived = arrived;
    this.message = log.sequence();
    this.mirrored = mirrored;
    this.number = log.number();
    this.head = log.position();
    this.headLength = log.headLength();
    this.position = log.payload();
    this.payload = log.length();
    this.end = payload + (log.isBegun() ? PayloadSource.DIGEST : 0);
    if (!log.isBegun() && payloads.written() < position + payload) {
      throw LogFrame.corrupt(
          "%d bytes at %d are missing in the bulk log of rank %d"
              .formatted(payload, position, log.source()));
    }
  }

  OutgoingLog log() {
    return log;
  }

  /** Whether {@link #next} has returned a piece. */
  boolean isBegun() {
    return begun;
  }

  boolean isComplete() {
    return begun && sent == end;
  }

  /** Whether {@link #next} has a piece. */
  boolean hasNext() {
    return mirrored ? !begun && isWritten() : available() > 0 || !begun;
  }

  private boolean isWritten() {
    return payloads.written() - position >= end;
  }

  /**
   * The next piece that has been written; null if there is none. The first one may be empty. For a
   * message that the other host has, the only piece is its digest, once that is written.
   */
  Content next() {
    if (mirrored) {
      return nextOfMirrored();
    }
    int bytes = available();
    if (begun && bytes == 0) {
      return null;
    }
    Content piece = new Piece(sent, bytes);
    sent += bytes;
    begun = true;
    return piece;
  }

  private Content nextOfMirrored() {
    if (!hasNext()) {
      return null;
    }
    begun = true;
    sent = end;
    return new Digest();
  }

  /**
   * Bytes of the next piece; 0 if they are not written yet. The first piece may be partial, so that
   * the receiver hears of the message at once. The digest is in the piece with the last byte of
   * payload.
   */
  private int available() {
    long written = Math.min(payloads.written() - position, end);
    long bytes = Math.min(LogFrame.PIECE_BYTES, payload - sent);
    boolean last = sent + bytes == payload;
    if (last && written == end) {
      return (int) (end - sent);
    } else if (!last && sent + bytes <= written) {
      return (int) bytes;
    }
    return begun ? 0 : (int) Math.max(0, Math.min(written, payload - 1));
  }

  private final class Piece implements Content {
    private final long offset;
    private final int bytes;

    Piece(long offset, int bytes) {
      this.offset = offset;
      this.bytes = bytes;
    }

    @Override
    public void delivered() {
      if (offset + bytes == end) {
        arrived.upTo(log.source(), log.destination(), message);
      }
    }

    private int head() {
      return offset == 0 ? headLength : 0;
    }

    @Override
    public int length() {
      return LogFrame.PIECE_HEADER + head() + bytes;
    }

    @Override
    public void write(ByteBuffer to) {
      LogFrame.encode(to, LogFrame.PIECE, head(), log.source(), log.destination(), number);
      to.putLong(offset);
      if (head() > 0) {
        log.copy(head, headLength, to);
      }
      if (bytes > 0) {
        payloads.copy(position + offset, bytes, to);
      }
    }
  }

  /** In the head, or after the payload. */
  private final class Digest implements Content {
    @Override
    public void delivered() {
      arrived.upTo(log.source(), log.destination(), message);
    }

    @Override
    public int length() {
      return LogFrame.HEADER + headLength + (int) (end - payload);
    }

    @Override
    public void write(ByteBuffer to) {
      LogFrame.encode(to, LogFrame.DIGEST, headLength, log.source(), log.destination(), number);
      log.copy(head, headLength, to);
      if (end > payload) {
        payloads.copy(position + payload, (int) (end - payload), to);
      }
    }
  }
}
