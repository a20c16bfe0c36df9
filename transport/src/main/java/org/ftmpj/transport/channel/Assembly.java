package org.ftmpj.transport.channel;

import java.nio.ByteBuffer;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;

/**
 * Makes arrivals of a channel log's records, from the first one on. What a dead incarnation left of
 * a message is dropped when the next one writes (protocol rule 16); messages have to follow each
 * other without a gap.
 */
final class Assembly {
  private final int source;
  private final Object where;

  private int incarnation;
  private long sequence;

  /** First fragment of the message that is not complete yet; null if there is none. */
  private MessageHeader partial;

  private long partialPosition;
  private long partialLength;
  private int fragments;

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

  /** The sequence number of the last complete message; 0 before the first. */
  long sequence() {
    return sequence;
  }

  /**
   * Takes the next record of the log.
   *
   * @return what is complete with it; null if nothing is
   * @throws FtmpjException {@code LOG_CORRUPT} or {@code LOG_VERSION}
   */
  Arrival accept(ByteBuffer head, int payloadLength, long position) {
    if (!MessageHeader.matches(head)) {
      MarkHeader mark = MarkHeader.decode(head, where);
      follow(mark.incarnation());
      check(partial == null && payloadLength == 0, mark);
      return new Arrival.MatchedMark(source, mark.sequence());
    }
    MessageHeader header = MessageHeader.decode(head, where);
    follow(header.incarnation());
    if (header.fragment() == MessageHeader.WHOLE) {
      check(partial == null && payloadLength == header.envelope().length(), header);
      return complete(header, position);
    }
    return fragment(header, payloadLength, position);
  }

  private Arrival fragment(MessageHeader header, int payloadLength, long position) {
    if (partial == null) {
      partial = header;
      partialPosition = position;
      partialLength = 0;
      fragments = 0;
    }
    check(
        header.sequence() == partial.sequence()
            && header.envelope().equals(partial.envelope())
            && header.fragment() == fragments
            && payloadLength > 0
            && partialLength + payloadLength <= header.envelope().length(),
        header);
    fragments++;
    partialLength += payloadLength;
    if (partialLength < header.envelope().length()) {
      return null;
    }
    partial = null;
    return complete(header, partialPosition);
  }

  private Arrival complete(MessageHeader header, long position) {
    check(header.sequence() == sequence + 1, header);
    sequence++;
    return new Arrival.Message(source, sequence, header.envelope(), position);
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
    partial = null;
  }

  private void check(boolean fits, Record record) {
    if (!fits) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT,
          record
              + " does not follow message "
              + sequence
              + (partial == null ? "" : " and " + fragments + " fragments of " + partial)
              + " in "
              + where);
    }
  }
}
