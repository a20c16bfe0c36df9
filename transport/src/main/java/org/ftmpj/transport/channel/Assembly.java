package org.ftmpj.transport.channel;

import java.nio.ByteBuffer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.transport.journal.JournalReader;
import org.ftmpj.transport.journal.SegmentStart;

/**
 * Turns the records of a channel log into arrivals, from the beginning of a segment on. Messages
 * have to follow each other without a gap, incarnations of the writer in order.
 */
final class Assembly {
  private final int source;
  private final Object where;
  private final Arrival.Message message = new Arrival.Message();
  private final Arrival.MatchedMark mark;

  /** The incarnation that began the segment or wrote the last record. */
  private int least;

  private int incarnation;
  private long sequence;
  private boolean begun;

  /**
   * @param source the rank that writes the log
   * @param where the log, for the messages of errors
   */
  Assembly(int source, Object where) {
    this.source = source;
    this.where = where;
    this.mark = new Arrival.MatchedMark(source, 0);
  }

  /**
   * Enters the next segment of the log.
   *
   * @throws FtmpjException {@code LOG_CORRUPT} if it does not follow what was read before
   */
  void enter(SegmentStart start) {
    if (begun && (start.first() != sequence + 1 || start.epoch() < least)) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT,
          "A %s after message %d and incarnation %d in %s"
              .formatted(start, sequence, least, where));
    }
    begun = true;
    sequence = start.first() - 1;
    least = start.epoch();
  }

  /** The incarnation that wrote the last record; 0 before the first. */
  int incarnation() {
    return incarnation;
  }

  /** The message that was read last; 0 before the first. */
  long sequence() {
    return sequence;
  }

  /**
   * Takes the next record of the log.
   *
   * @return the arrival, valid until the next call
   * @throws FtmpjException {@code LOG_CORRUPT} or {@code LOG_VERSION}
   */
  Arrival accept(ByteBuffer head, int payloadLength, long position) {
    return MessageHeader.matches(head)
        ? message(head, payloadLength, position)
        : mark(head, payloadLength);
  }

  /**
   * Passes over all records up to that message.
   *
   * @param reader of the log, at the beginning of the segment with that message
   * @throws FtmpjException {@code LOG_CORRUPT} if the log ends before it
   */
  void skip(JournalReader reader, long last) {
    if (sequence == last) {
      return; // The segment begins after it, and may have nothing yet.
    }
    long next = reader.seek(last, this::number);
    if (next > 0) {
      sequence = next - 1;
    }
    while (sequence < last) {
      ByteBuffer head = reader.next();
      if (head == null) {
        throw new FtmpjException(
            ErrorCode.LOG_CORRUPT,
            "Message %d of a checkpoint is not in %s, which ends with %d"
                .formatted(last, where, sequence));
      }
      accept(head, reader.payloadLength(), reader.position());
    }
  }

  /**
   * Passes over so many marks, which have to come next.
   *
   * @throws FtmpjException {@code LOG_CORRUPT} if they do not
   */
  void skipMarks(JournalReader reader, long marks) {
    for (long i = 0; i < marks; i++) {
      ByteBuffer head = reader.next();
      if (head == null || MessageHeader.matches(head)) {
        throw new FtmpjException(
            ErrorCode.LOG_CORRUPT,
            "After message %d of %s are %d marks, not %d".formatted(sequence, where, i, marks));
      }
      accept(head, reader.payloadLength(), reader.position());
    }
  }

  /**
   * Begins after that message, as those before it are removed from the log of the sender. To be
   * called before anything comes. Before anything comes.
   */
  void beginAfter(long last) {
    sequence = last;
  }

  /** The number of the message in that record; 0 if it is a mark. */
  private long number(ByteBuffer head) {
    if (!MessageHeader.matches(head)) {
      return 0;
    }
    MessageHeader.check(head, where);
    return MessageHeader.sequence(head);
  }

  private Arrival mark(ByteBuffer head, int payloadLength) {
    MarkHeader.check(head, where);
    follow(MarkHeader.incarnation(head));
    require(payloadLength == 0, head);
    return mark.set(MarkHeader.sequence(head));
  }

  private Arrival message(ByteBuffer head, int payloadLength, long position) {
    MessageHeader.check(head, where);
    follow(MessageHeader.incarnation(head));
    MessageHeader.readEnvelope(head, message.envelope());
    boolean here = MessageHeader.kind(head) == MessageHeader.MESSAGE;
    require(payloadLength == (here ? message.envelope().length() : 0), head);
    require(MessageHeader.sequence(head) == sequence + 1, head);
    sequence++;
    return message.set(source, sequence, here ? position : inBulkLog(head));
  }

  /**
   * The position of a message whose payload is in the bulk log; negative, unlike all others, and
   * odd if it was announced before its payload was written.
   */
  private static long inBulkLog(ByteBuffer head) {
    boolean begun = MessageHeader.kind(head) == MessageHeader.BEGUN;
    return ~(2 * MessageHeader.bulk(head) + (begun ? 0 : 1));
  }

  /** Whether a message of that position has its payload in the bulk log. */
  static boolean isInBulkLog(long position) {
    return position < 0;
  }

  /** The position in the bulk log. */
  static long positionInBulkLog(long position) {
    return ~position / 2;
  }

  /**
   * Whether a message was announced before its payload was written. It may be incomplete, and its
   * digest is after its payload, not in its envelope.
   */
  static boolean isBegun(long position) {
    return position < 0 && position % 2 != 0;
  }

  private void follow(int next) {
    if (next < least) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT,
          "A record of incarnation " + next + " after one of " + least + " in " + where);
    }
    least = next;
    incarnation = next;
  }

  private void require(boolean fits, ByteBuffer head) {
    if (!fits) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT,
          "Record "
              + MessageHeader.bytes(head)
              + " does not follow message "
              + sequence
              + " in "
              + where);
    }
  }
}
