package org.ftmpj.transport.channel;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.transport.bulk.PayloadSource;
import org.ftmpj.transport.journal.JournalReader;

/**
 * The messages that a mirror has from a lost host, to compare those that their sender, repeated on
 * another host, sends again from the first one on. Payloads are compared by their digests. One
 * thread. Of payloads the digests are compared. One thread.
 */
final class RepeatedMessages implements AutoCloseable {
  private final int source;
  private final Path log;
  private final long last;
  private final Assembly assembly;
  private final Envelope again = new Envelope();

  /** The reader; null before the first message. */
  private JournalReader reader;

  /** The last message that has come again; 0 before the first. */
  private long compared;

  /** The last message that is removed. */
  private long removed;

  /** The message that is compared; null if it is removed, as no rank needs it. */
  private Arrival.Message message;

  /** The record whose payload now comes in pieces; 0 if none does. */
  private long awaited;

  /** Whether the digest follows the payload. */
  private boolean begun;

  private long end;
  private long received;

  /**
   * @param last the last message from a lost host; 0 if there is none
   */
  RepeatedMessages(int source, Path log, long last) {
    this.source = source;
    this.log = log;
    this.last = last;
    this.assembly = new Assembly(source, log);
  }

  /**
   * Whether the mirror has the message with that head; if so, it is compared, unless it is removed.
   *
   * @throws FtmpjException DIVERGED
   */
  boolean has(ByteBuffer head) {
    MessageHeader.check(head, log);
    long sequence = MessageHeader.sequence(head);
    if (sequence > last) {
      return false;
    }
    compared = sequence;
    MessageHeader.readEnvelope(head, again);
    begun = MessageHeader.kind(head) == MessageHeader.BEGUN;
    if (reader == null) {
      open();
    }
    if (sequence <= removed) {
      return true;
    }
    boolean isFirst = message == null;
    next();
    while (isFirst && message.sequence() < sequence) {
      next(); // Compared before the job was stopped, or removed in the log that comes.
    }
    if (begun) {
      again.digest(message.envelope().digest());
    }
    if (message.sequence() != sequence || !message.envelope().equals(again)) {
      throw diverged("sends " + again + " as message " + sequence);
    }
    return true;
  }

  private void open() {
    long first = JournalReader.first(log);
    removed = first - 1;
    reader = JournalReader.openReadOnly(log, first, assembly::enter);
  }

  private void next() {
    for (ByteBuffer head = reader.next(); head != null; head = reader.next()) {
      if (assembly.accept(head, reader.payloadLength(), reader.position())
          instanceof Arrival.Message found) {
        message = found;
        return;
      }
    }
    throw new FtmpjException(
        ErrorCode.INTERNAL, "The mirror %s ends after %s".formatted(log, message));
  }

  /** Whether some messages, but not all, have come again. */
  boolean isComparing() {
    return compared > 0 && compared < last;
  }

  /** The number of the last message from a lost host; 0 if there is none. */
  long last() {
    return last;
  }

  /**
   * Compares a message by its digest; its payload does not come again.
   *
   * @param digest empty if it was in the head
   * @throws FtmpjException DIVERGED, LOG_CORRUPT
   */
  void digest(ByteBuffer digest) {
    if (digest.remaining() != (begun ? PayloadSource.DIGEST : 0)) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT,
          "A digest of %d bytes for the mirror %s".formatted(digest.remaining(), log));
    }
    if (begun) {
      requireDigest(digest.getInt());
    }
  }

  private void requireDigest(int digest) {
    if (message != null && digest != message.envelope().digest()) {
      throw diverged("sends a payload with digest %x".formatted(digest));
    }
  }

  /** Expects the payload of the compared message in pieces, in that record. */
  void await(long record) {
    awaited = record;
    end = again.length() + (begun ? PayloadSource.DIGEST : 0);
    received = 0;
  }

  /** Whether a payload now comes in pieces. */
  boolean isAwaiting() {
    return awaited > 0;
  }

  /** Whether the payload of that record now comes in pieces. */
  boolean isAwaiting(long record) {
    return awaited > 0 && awaited == record;
  }

  /**
   * Compares the next piece; the last one has the digest if it follows the payload.
   *
   * @throws FtmpjException DIVERGED, LOG_CORRUPT
   */
  void piece(long offset, ByteBuffer piece) {
    if (offset != received || received + piece.remaining() > end) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT,
          "%d bytes from %d on of a payload of %d come again, for the mirror %s"
              .formatted(piece.remaining(), offset, end, log));
    }
    received += piece.remaining();
    if (received < end) {
      return;
    }
    awaited = 0;
    if (begun) {
      requireDigest(piece.getInt(piece.limit() - PayloadSource.DIGEST));
    }
  }

  private FtmpjException diverged(String what) {
    return new FtmpjException(
        ErrorCode.DIVERGED,
        "rank %d, which is repeated on another host, %s; the mirror %s has %s"
            .formatted(source, what, log, message));
  }

  @Override
  public void close() {
    if (reader != null) {
      reader.close();
    }
  }
}
