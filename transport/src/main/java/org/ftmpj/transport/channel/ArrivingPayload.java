package org.ftmpj.transport.channel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.transport.bulk.BulkWriter;
import org.ftmpj.transport.bulk.PayloadSource;

/**
 * The message of a mirror whose payload is arriving in pieces for the bulk log; at most one at a
 * time. One thread.
 */
final class ArrivingPayload {
  private final Path log;
  private final BulkWriter bulk;
  private final Envelope envelope = new Envelope();
  private final ByteBuffer head =
      ByteBuffer.allocateDirect(MessageHeader.BULK_SIZE).order(ByteOrder.LITTLE_ENDIAN);

  /** The number of the record; 0 if there is none. */
  private long number;

  /**
   * Whether the sender announced the payload before it was written, so that a digest follows it.
   */
  private boolean begun;

  private long position;
  private long length;

  /** Bytes of the payload, and of the digest after it, that have come. */
  private long received;

  /**
   * @param log the mirror, for the messages of errors
   */
  ArrivingPayload(Path log, BulkWriter bulk) {
    this.log = log;
    this.bulk = bulk;
  }

  /**
   * Begins to expect the payload of that record.
   *
   * @param itsHead is copied
   * @param place its position in the bulk log, which is put into the head
   */
  void expect(long record, ByteBuffer itsHead, long place) {
    head.clear().put(0, itsHead, 0, itsHead.limit()).limit(itsHead.limit());
    MessageHeader.moveTo(place, head);
    MessageHeader.readEnvelope(head, envelope);
    begun = MessageHeader.kind(head) == MessageHeader.BEGUN;
    number = record;
    position = place;
    length = envelope.length();
    received = 0;
  }

  boolean isThere() {
    return number > 0;
  }

  boolean isOf(long record) {
    return number == record;
  }

  /** The number of its record. */
  long number() {
    return number;
  }

  boolean isBegun() {
    return begun;
  }

  /** The record's head, with the payload's place in this log. */
  ByteBuffer head() {
    return head;
  }

  /** Begins with the first piece, perhaps again. */
  void start() {
    bulk.start(position);
    received = 0;
  }

  /**
   * Takes a piece of the payload.
   *
   * @throws FtmpjException {@code LOG_CORRUPT} if the piece does not follow what has come, or the
   *     payload is not what was sent
   */
  void take(long offset, ByteBuffer piece) {
    if (offset != received) {
      throw corrupt("Bytes from %d on of record %d come after %d", offset, number, received);
    }
    long end = length + (begun ? PayloadSource.DIGEST : 0);
    if (received + piece.remaining() > end || isSplit(piece, end)) {
      throw corrupt("%d bytes from %d on of a payload of %d", piece.remaining(), received, length);
    }
    int payload = (int) Math.min(piece.remaining(), length - received);
    int limit = piece.limit();
    int digest = bulk.piece(position + received, piece.limit(piece.position() + payload));
    piece.position(piece.limit()).limit(limit);
    if (received + payload == length) {
      requireDigest(digest, begun ? piece.getInt() : envelope.digest());
    }
    received += payload + (received + payload == length ? end - length : 0);
  }

  /** Whether the digest is split from the last bytes of the payload; they have to come together. */
  private boolean isSplit(ByteBuffer piece, long end) {
    long after = received + piece.remaining();
    return after >= length && after < end;
  }

  private void requireDigest(int found, int expected) {
    if (found != expected) {
      throw corrupt("The payload of record %d has digest %x, expected %x", number, found, expected);
    }
  }

  boolean isComplete() {
    return received >= length;
  }

  /**
   * Ends the arrival of a complete payload.
   *
   * @param told whether the record is already in the mirror and waits for its digest; else the
   *     digest goes into its head
   */
  void end(boolean told) {
    if (told) {
      bulk.finish(position + length);
    } else if (begun) {
      MessageHeader.complete(head, bulk.digest());
    }
    number = 0;
  }

  private FtmpjException corrupt(String what, Object... values) {
    return new FtmpjException(
        ErrorCode.LOG_CORRUPT, what.formatted(values) + ", for the mirror " + log);
  }
}
