package org.ftmpj.transport.channel;

import java.nio.ByteBuffer;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;

/**
 * Makes arrivals of a channel log's records, from the first one on. Messages have to follow each
 * other without a gap, and incarnations of their writer in their order.
 */
final class Assembly {
  private final int source;
  private final Object where;

  private int incarnation;
  private long sequence;

  /**
   * @param source the rank that writes the log
   * @param where the log, for the messages of errors
   */
  Assembly(int source, Object where) {
    this.source = source;
    this.where = where;
  }

  /** The incarnation that wrote the last record; 0 before the first. */
  int incarnation() {
    return incarnation;
  }

  /**
   * Takes the next record of the log.
   *
   * @throws FtmpjException {@code LOG_CORRUPT} or {@code LOG_VERSION}
   */
  Arrival accept(ByteBuffer head, int payloadLength, long position) {
    if (!MessageHeader.matches(head)) {
      MarkHeader mark = MarkHeader.decode(head, where);
      follow(mark.incarnation());
      check(payloadLength == 0, mark);
      return new Arrival.MatchedMark(source, mark.sequence());
    }
    MessageHeader header = MessageHeader.decode(head, where);
    follow(header.incarnation());
    boolean here = header.bulk() == MessageHeader.HERE;
    check(payloadLength == (here ? header.envelope().length() : 0), header);
    check(header.sequence() == sequence + 1, header);
    sequence++;
    return new Arrival.Message(
        source, sequence, header.envelope(), here ? position : inBulkLog(header.bulk()));
  }

  /** The position of a message whose payload is in the bulk log; negative, unlike all others. */
  private static long inBulkLog(long position) {
    return ~position;
  }

  /** Whether a message of that position has its payload in the bulk log. */
  static boolean isInBulkLog(long position) {
    return position < 0;
  }

  /** Where in the bulk log. */
  static long positionInBulkLog(long position) {
    return ~position;
  }

  private void follow(int next) {
    if (next == incarnation) {
      return;
    }
    if (next < incarnation) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT,
          "A record of incarnation " + next + " after one of " + incarnation + " in " + where);
    }
    incarnation = next;
  }

  private void check(boolean fits, Record record) {
    if (!fits) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT, record + " does not follow message " + sequence + " in " + where);
    }
  }
}
