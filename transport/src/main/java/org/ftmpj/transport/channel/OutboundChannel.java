package org.ftmpj.transport.channel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.transport.bulk.BulkWriter;
import org.ftmpj.transport.journal.JournalReader;
import org.ftmpj.transport.journal.JournalWriter;

/**
 * The log of one channel as its sender has it: what earlier incarnations left in it, and its end.
 * The file is made by the first append.
 */
final class OutboundChannel implements AutoCloseable {
  /** Bytes of payload from which on it goes to the bulk log. */
  static final int BULK = 16 << 10;

  private static final ByteBuffer NO_FIXED = ByteBuffer.allocateDirect(0);
  private static final byte[] NO_DYNAMIC = {};

  private final Path log;
  private final int incarnation;
  private final BulkWriter bulk;
  private final Runnable published;
  private final HeldMessages held;
  private final ByteBuffer head =
      ByteBuffer.allocateDirect(MessageHeader.BULK_SIZE).order(ByteOrder.LITTLE_ENDIAN);

  private JournalWriter writer;
  private long sequence;

  /**
   * @param bulk the rank's own, for its large messages to all destinations
   * @param published called after every append
   */
  OutboundChannel(int source, Path log, int incarnation, BulkWriter bulk, Runnable published) {
    this.log = log;
    this.bulk = bulk;
    this.incarnation = incarnation;
    this.published = published;
    this.held =
        incarnation > 1 && JournalReader.exists(log)
            ? new HeldMessages(source, log, incarnation)
            : null;
  }

  /** Whether earlier incarnations have written it. */
  boolean isInherited() {
    return held != null;
  }

  Arrival.Message held() {
    return held == null ? null : held.current();
  }

  void skipHeld() {
    Arrival.Message message = held();
    if (message == null) {
      throw new FtmpjException(ErrorCode.INTERNAL, "No held message to skip in " + log);
    }
    sequence = message.sequence();
    held.skip();
  }

  void send(long sequence, Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
    if (held() != null || sequence != this.sequence + 1) {
      throw new FtmpjException(
          ErrorCode.INTERNAL,
          "Message "
              + sequence
              + " sent after message "
              + this.sequence
              + " to "
              + log
              + (held() == null ? "" : ", which holds " + held()));
    }
    ByteBuffer first = envelope.fixedLength() == 0 ? NO_FIXED : fixed;
    byte[] second = envelope.dynamicLength() == 0 ? NO_DYNAMIC : dynamic;
    if (envelope.length() < BULK) {
      MessageHeader.encode(head, incarnation, sequence, envelope, MessageHeader.HERE);
      append(first, envelope.fixedLength(), second, envelope.dynamicLength());
    } else {
      long position = bulk.append(first, envelope.fixedLength(), second, envelope.dynamicLength());
      MessageHeader.encode(head, incarnation, sequence, envelope, position);
      append(NO_FIXED, 0, NO_DYNAMIC, 0);
    }
    this.sequence = sequence;
  }

  void mark(long sequence) {
    MarkHeader.encode(head, incarnation, sequence);
    append(NO_FIXED, 0, NO_DYNAMIC, 0);
  }

  private void append(ByteBuffer first, int firstLength, byte[] second, int secondLength) {
    if (writer == null) {
      writer = JournalWriter.open(log);
    }
    writer.append(head, first, first.position(), firstLength, second, secondLength);
    published.run();
  }

  @Override
  public void close() {
    if (held != null) {
      held.close();
    }
    if (writer != null) {
      writer.close();
    }
  }
}
