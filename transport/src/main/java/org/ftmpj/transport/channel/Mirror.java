package org.ftmpj.transport.channel;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.transport.bulk.BulkReader;
import org.ftmpj.transport.bulk.BulkWriter;
import org.ftmpj.transport.journal.JournalReader;
import org.ftmpj.transport.journal.JournalWriter;
import org.ftmpj.transport.journal.Retention;
import org.ftmpj.transport.journal.SegmentRules;
import org.ftmpj.transport.journal.SegmentStart;

/** The mirror of one channel log; see {@link Mirrors}. */
final class Mirror implements AutoCloseable {
  private static final byte[] NO_DYNAMIC = {};
  private static final ByteBuffer NO_PAYLOAD = ByteBuffer.allocateDirect(0);

  private final Path log;
  private final Path bulkLog;
  private final BulkWriter bulk;
  private final Places places;
  private final SegmentRules rules;
  private final Retention ofRanks;

  /** True if the log restarts from its first record when its source moves to another host. */
  private final boolean movable;

  /** Whether a large message is announced to the receiver before it is complete. */
  private final boolean early;

  private final Assembly assembly;

  /** The records of the mirror, to compare repeated ones with; null before the first. */
  private MirroredRecords mirrored;

  /** The messages of the mirror from a lost host; null if no host can be lost. */
  private final RepeatedMessages repeated;

  /** The number of records received, counted only for a log that may restart. */
  private long taken;

  private JournalWriter writer;
  private long records;

  /** The first message of the log; 1 unless it begins later. */
  private long first = 1;

  /** Marks after the last message, and between that and the one before it. */
  private long marks;

  private long marksBefore;

  private final ArrivingPayload arriving;

  /** Receives the positions of payloads in the bulk log. */
  @FunctionalInterface
  interface Places {
    void add(long sequence, long position);
  }

  /**
   * Opens a mirror, and continues what an earlier writer has written.
   *
   * @param places of what is in the bulk log
   * @param movable whether the host of the source may be lost: then its records come again from
   *     another host, and an incomplete message must not be announced to the receiver
   * @param early whether a large message is announced before it is complete, which requires that
   *     the receiver is another process
   * @param taken how many records of a log that may begin once more were taken before
   */
  Mirror(
      int source,
      Path log,
      Path bulkLog,
      BulkWriter bulk,
      Places places,
      SegmentRules rules,
      boolean movable,
      boolean early,
      long taken) {
    this.places = places;
    this.movable = movable;
    this.early = early;
    this.taken = taken;
    this.log = log;
    this.bulkLog = bulkLog;
    this.bulk = bulk;
    this.rules = new SegmentRules(rules.size(), this::needed);
    this.ofRanks = rules.needed();
    this.assembly = new Assembly(source, log);
    this.arriving = new ArrivingPayload(log, bulk);
    if (JournalReader.exists(log)) {
      readThrough();
    }
    this.repeated = movable ? new RepeatedMessages(source, log, assembly.sequence()) : null;
  }

  /**
   * Returns the first message that is needed: all, while repeated messages are compared, which are
   * read segment by segment.
   */
  private long needed() {
    return repeated != null && repeated.isComparing() ? 0 : ofRanks.from();
  }

  private void readThrough() {
    try (JournalReader reader =
            JournalReader.openReadOnly(log, JournalReader.first(log), this::enter);
        BulkReader payloads = new BulkReader(bulkLog)) {
      for (ByteBuffer next = reader.next(); next != null; next = reader.next()) {
        records++;
        Arrival arrival = accept(next, reader.payloadLength(), reader.position());
        if (arrival instanceof Arrival.Message message && Assembly.isBegun(message.position())) {
          long at = Assembly.positionInBulkLog(message.position());
          if (!payloads.isComplete(at + message.envelope().length())) {
            arriving.expect(records, next, at);
          }
        }
      }
    }
  }

  /** Enters a segment. The first one that is there says how many records were before it. */
  private void enter(SegmentStart start) {
    assembly.enter(start);
    if (records == 0) {
      records = MirroredRecords.before(start, log);
    }
  }

  private SegmentStart start(long first) {
    return MirroredRecords.start(first, assembly.incarnation(), records);
  }

  private Arrival accept(ByteBuffer itsHead, int payloadLength, long at) {
    Arrival arrival = assembly.accept(itsHead, payloadLength, at);
    if (arrival instanceof Arrival.Message message) {
      marksBefore = marks;
      marks = 0;
      if (Assembly.isInBulkLog(message.position())) {
        places.add(message.sequence(), Assembly.positionInBulkLog(message.position()));
      }
    } else {
      marks++;
    }
    return arrival;
  }

  long records() {
    return records;
  }

  /** The last message among the records that have been taken; 0 if there is none. */
  long lastMessage() {
    return isReceiving() ? assembly.sequence() - 1 : assembly.sequence();
  }

  /** The number of marks after it. */
  long marksAfter() {
    return isReceiving() ? marksBefore : marks;
  }

  /** The number of records that were taken and are complete in the mirror. */
  long taken() {
    if (movable) {
      return isReceiving() || repeated.isAwaiting() ? taken - 1 : taken;
    }
    return isReceiving() ? arriving.number() - 1 : records;
  }

  /** The incarnation that wrote the last record; 0 if there is none. */
  int incarnation() {
    return assembly.incarnation();
  }

  /**
   * Begins the log after that message. A mirror without that message is empty.
   *
   * @throws FtmpjException LOG_CORRUPT
   */
  void beginAfter(long last) {
    if (!movable || taken > 0) {
      throw corrupt("A log begins after message %d once more".formatted(last));
    }
    if (assembly.sequence() >= last) {
      return;
    }
    if (records > 0) {
      throw corrupt(
          "A log begins after message %d, here is none after %d"
              .formatted(last, assembly.sequence()));
    }
    assembly.beginAfter(last);
    first = last + 1;
  }

  boolean isRepeated(long number) {
    return !movable && number <= records;
  }

  /**
   * Whether the mirror already has that record of a log that comes again from its beginning; if so,
   * it is compared.
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
    return arriving.isThere();
  }

  /** Whether pieces of that record's payload are still missing. */
  boolean isReceiving(long number) {
    return arriving.isOf(number);
  }

  /** The messages that come again; null if no host can be lost. */
  RepeatedMessages repeated() {
    return repeated;
  }

  void record(long number, ByteBuffer itsHead, ByteBuffer payload) {
    requireNext(number);
    accept(itsHead, payload.remaining(), 0);
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

  void create() {
    if (writer == null) {
      writer = JournalWriter.open(log, start(first), rules);
    }
  }

  private void append(ByteBuffer itsHead, ByteBuffer payload) {
    create();
    if (writer.isFull()) {
      writer.roll(start(nextMessage(itsHead)));
    }
    writer.append(itsHead, payload, payload.position(), payload.remaining(), NO_DYNAMIC, 0);
    records++;
  }

  /** The message in the record, which the assembly has, or the next one. */
  private long nextMessage(ByteBuffer itsHead) {
    return assembly.sequence() + (MessageHeader.matches(itsHead) ? 0 : 1);
  }

  /**
   * Takes a piece of a payload.
   *
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
      arriving.start();
    }
    arriving.take(offset, piece);
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

  /**
   * Begins a payload at the end of the bulk log, so that bytes already there are not written again.
   */
  private boolean begin(long number, ByteBuffer itsHead) {
    arriving.expect(number, itsHead, bulk.begin());
    arriving.start();
    accept(arriving.head(), 0, 0);
    if (isTold()) {
      append(arriving.head(), NO_PAYLOAD);
    }
    return isTold();
  }

  /** Whether the message was announced to the receiver before it is complete. */
  private boolean isTold() {
    return arriving.isBegun() && early;
  }

  /**
   * Completes the message.
   *
   * @return whether there is a new record in the mirror
   */
  private boolean complete() {
    if (!arriving.isComplete()) {
      return false;
    }
    boolean told = isTold();
    arriving.end(told);
    if (!told) {
      append(arriving.head(), NO_PAYLOAD);
    }
    return !told;
  }

  private void requireSameHead(long number, ByteBuffer itsHead) {
    if (!MirroredRecords.isSameHead(arriving.head(), itsHead)) {
      throw different(number);
    }
  }

  /** Compares a record with the one in the mirror. */
  void compare(long number, ByteBuffer itsHead, ByteBuffer payload) {
    if (!mirrored().isSame(number, itsHead, payload)) {
      throw different(number);
    }
  }

  /** Compares a piece of a payload with the one in the mirror. */
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
