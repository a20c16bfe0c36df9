package org.ftmpj.transport.channel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.transport.bulk.BulkReader;
import org.ftmpj.transport.bulk.BulkWriter;
import org.ftmpj.transport.bulk.PayloadSource;
import org.ftmpj.transport.journal.JournalReader;
import org.ftmpj.transport.journal.JournalWriter;
import org.ftmpj.transport.journal.SegmentRules;
import org.ftmpj.transport.journal.SegmentStart;

/** The mirror of one channel log; see {@link Mirrors}. */
final class Mirror implements AutoCloseable {
  private static final byte[] NO_DYNAMIC = {};
  private static final ByteBuffer NO_PAYLOAD = ByteBuffer.allocateDirect(0);

  private final Path log;
  private final Path bulkLog;
  private final BulkWriter bulk;
  private final SegmentRules rules;

  /** Whether its log begins once more when its source is repeated on another host. */
  private final boolean movable;

  private final Assembly assembly;
  private final Envelope envelope = new Envelope();
  private final ByteBuffer head =
      ByteBuffer.allocateDirect(MessageHeader.BULK_SIZE).order(ByteOrder.LITTLE_ENDIAN);

  /** What is in the mirror, for repeated records; null while there were none. */
  private MirroredRecords mirrored;

  /** The messages in it from a lost host; null if no host can be lost. */
  private final RepeatedMessages repeated;

  /** Records that have come of a log that may begin once more. */
  private long taken;

  private JournalWriter writer;
  private long records;

  /** The message whose payload is on its way: its record's number, 0 if there is none. */
  private long receiving;

  /** Whether its sender has told of it before it was written, and its digest follows it. */
  private boolean begun;

  private long position;
  private long length;

  /** So much of the payload, and of the digest after it, has come. */
  private long received;

  /**
   * Opens what an earlier writer has left, if there is something.
   *
   * @param movable whether the host of the source may be lost: then its records come once more from
   *     another one, and the receiver must not be told of a message that may never be complete
   * @param taken how many records of a log that may begin once more were taken before
   */
  Mirror(
      int source,
      Path log,
      Path bulkLog,
      BulkWriter bulk,
      SegmentRules rules,
      boolean movable,
      long taken) {
    this.movable = movable;
    this.taken = taken;
    this.log = log;
    this.bulkLog = bulkLog;
    this.bulk = bulk;
    this.rules = rules;
    this.assembly = new Assembly(source, log);
    if (JournalReader.exists(log)) {
      readThrough();
    }
    this.repeated = movable ? new RepeatedMessages(source, log, assembly.sequence()) : null;
  }

  private void readThrough() {
    try (JournalReader reader = JournalReader.openReadOnly(log, 1, assembly::enter);
        BulkReader payloads = new BulkReader(bulkLog)) {
      for (ByteBuffer next = reader.next(); next != null; next = reader.next()) {
        records++;
        Arrival arrival = assembly.accept(next, reader.payloadLength(), reader.position());
        if (arrival instanceof Arrival.Message message && Assembly.isBegun(message.position())) {
          long at = Assembly.positionInBulkLog(message.position());
          if (!payloads.isComplete(at + message.envelope().length())) {
            copyHead(next);
            expect(at);
          }
        }
      }
    }
  }

  long records() {
    return records;
  }

  /** How many records have been taken, and are here whole. */
  long taken() {
    if (movable) {
      return isReceiving() || repeated.isAwaiting() ? taken - 1 : taken;
    }
    return isReceiving() ? receiving - 1 : records;
  }

  /** The incarnation that has written the last record; 0 if there is none. */
  int incarnation() {
    return assembly.incarnation();
  }

  boolean isRepeated(long number) {
    return !movable && number <= records;
  }

  /**
   * Whether that record of a log that begins once more is here already; if so, it is compared.
   *
   * @param number of the record, which is the next one of that log
   * @throws FtmpjException DIVERGED
   */
  boolean isInherited(long number, ByteBuffer itsHead) {
    if (!movable) {
      return false;
    }
    if (isReceiving() || repeated.isAwaiting() || number != taken + 1) {
      throw corrupt("Record %d comes after %d of a log".formatted(number, taken));
    }
    taken++;
    return MessageHeader.matches(itsHead) && repeated.has(itsHead);
  }

  boolean isReceiving() {
    return receiving > 0;
  }

  /** Whether pieces of that record's payload are still to come. */
  boolean isReceiving(long number) {
    return receiving == number;
  }

  /** The messages that come again; null if no host can be lost. */
  RepeatedMessages repeated() {
    return repeated;
  }

  void record(long number, ByteBuffer itsHead, ByteBuffer payload) {
    requireNext(number);
    assembly.accept(itsHead, payload.remaining(), 0);
    if (MessageHeader.matches(itsHead) && MessageHeader.kind(itsHead) != MessageHeader.MESSAGE) {
      throw corrupt("Record %d comes without its payload".formatted(number));
    }
    append(itsHead, payload);
  }

  private void requireNext(long number) {
    if (isReceiving() || !movable && number != records + 1) {
      throw corrupt(
          "Record %d comes after %d%s"
              .formatted(number, records, isReceiving() ? ", which is not complete" : ""));
    }
  }

  private void append(ByteBuffer itsHead, ByteBuffer payload) {
    int incarnation = assembly.incarnation();
    if (writer == null) {
      writer = JournalWriter.open(log, new SegmentStart(1, incarnation), rules);
    }
    if (writer.isFull()) {
      writer.roll(new SegmentStart(nextMessage(itsHead), incarnation));
    }
    writer.append(itsHead, payload, payload.position(), payload.remaining(), NO_DYNAMIC, 0);
    records++;
  }

  /** The message that is in the record, which the assembly has, or in the next that has one. */
  private long nextMessage(ByteBuffer itsHead) {
    return assembly.sequence() + (MessageHeader.matches(itsHead) ? 0 : 1);
  }

  /**
   * @return whether there is a new record in the mirror
   */
  boolean piece(long number, ByteBuffer itsHead, long offset, ByteBuffer piece) {
    boolean published = false;
    if (!isReceiving(number)) {
      requireNext(number);
      requireHead(number, itsHead, offset);
      published = begin(number, itsHead);
    } else if (offset == 0) {
      requireSameHead(number, itsHead);
      bulk.start(position);
      received = 0;
    }
    if (offset != received) {
      throw corrupt(
          "Bytes from %d on of record %d come after %d".formatted(offset, number, received));
    }
    take(piece);
    return complete() || published;
  }

  private void requireHead(long number, ByteBuffer itsHead, long offset) {
    if (offset != 0 || !MessageHeader.matches(itsHead)) {
      throw corrupt("Record %d begins with its payload from %d on".formatted(number, offset));
    }
    MessageHeader.check(itsHead, log);
    if (MessageHeader.kind(itsHead) == MessageHeader.MESSAGE) {
      throw corrupt("Record %d has its payload elsewhere".formatted(number));
    }
  }

  /** The bulk log goes on there, so that what has come already is not written again. */
  private boolean begin(long number, ByteBuffer itsHead) {
    copyHead(itsHead);
    long place = bulk.begin();
    head.putLong(44, place);
    expect(place);
    receiving = number;
    bulk.start(position);
    assembly.accept(head, 0, 0);
    if (isTold()) {
      append(head, NO_PAYLOAD);
    }
    return isTold();
  }

  /** Whether the receiver was told of the message before it is complete. */
  private boolean isTold() {
    return begun && !movable;
  }

  private void copyHead(ByteBuffer from) {
    head.clear().put(0, from, 0, from.limit()).limit(from.limit());
  }

  /** From the head, of the record that was counted last. */
  private void expect(long place) {
    MessageHeader.readEnvelope(head, envelope);
    begun = MessageHeader.kind(head) == MessageHeader.BEGUN;
    receiving = records;
    position = place;
    length = envelope.length();
    received = 0;
  }

  private void take(ByteBuffer piece) {
    long end = length + (begun ? PayloadSource.DIGEST : 0);
    if (received + piece.remaining() > end || isSplit(piece, end)) {
      throw corrupt(
          "%d bytes from %d on of a payload of %d".formatted(piece.remaining(), received, length));
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

  /** The digest comes with the last bytes of the payload. */
  private boolean isSplit(ByteBuffer piece, long end) {
    long after = received + piece.remaining();
    return after >= length && after < end;
  }

  private void requireDigest(int found, int expected) {
    if (found != expected) {
      throw corrupt(
          "The payload of record %d has digest %x, expected %x"
              .formatted(receiving, found, expected));
    }
  }

  /**
   * @return whether there is a new record in the mirror
   */
  private boolean complete() {
    if (received < length) {
      return false;
    }
    if (isTold()) {
      bulk.finish(position + length);
    } else {
      if (begun) {
        head.put(1, (byte) MessageHeader.BULK).putInt(40, bulk.digest());
      }
      append(head, NO_PAYLOAD);
    }
    receiving = 0;
    return !isTold();
  }

  private void requireSameHead(long number, ByteBuffer itsHead) {
    if (!MirroredRecords.isSameHead(head, itsHead)) {
      throw different(number);
    }
  }

  /** A record is here already. */
  void compare(long number, ByteBuffer itsHead, ByteBuffer payload) {
    if (!mirrored().isSame(number, itsHead, payload)) {
      throw different(number);
    }
  }

  /** A piece of its payload is here already. */
  void compare(long number, ByteBuffer itsHead, long offset, ByteBuffer piece) {
    if (!mirrored().isSame(number, itsHead, offset, piece)) {
      throw different(number);
    }
  }

  private MirroredRecords mirrored() {
    if (mirrored == null) {
      mirrored = new MirroredRecords(log, bulkLog);
    }
    return mirrored;
  }

  private FtmpjException different(long number) {
    return corrupt("Record %d comes again, and is not the same".formatted(number));
  }

  private FtmpjException corrupt(String what) {
    return new FtmpjException(ErrorCode.LOG_CORRUPT, what + ", for the mirror " + log);
  }

  @Override
  public void close() {
    if (writer != null) {
      writer.close();
    }
    if (mirrored != null) {
      mirrored.close();
    }
    if (repeated != null) {
      repeated.close();
    }
  }

  @Override
  public String toString() {
    return log.toString();
  }
}
