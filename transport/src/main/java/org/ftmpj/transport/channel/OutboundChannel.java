package org.ftmpj.transport.channel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;
import org.ftmpj.transport.journal.JournalReader;
import org.ftmpj.transport.journal.JournalWriter;

/**
 * The log of one channel as its sender has it: what earlier incarnations left in it, and its end.
 * The file is made by the first append.
 */
final class OutboundChannel implements AutoCloseable {
  /** Messages above it are written in fragments. */
  static final int FRAGMENT_SIZE = 8 << 20;

  private static final ByteBuffer NO_FIXED = ByteBuffer.allocateDirect(0);
  private static final byte[] NO_DYNAMIC = {};

  private final Path log;
  private final int incarnation;
  private final Runnable published;
  private final HeldMessages held;
  private final ByteBuffer head =
      ByteBuffer.allocateDirect(MessageHeader.SIZE).order(ByteOrder.LITTLE_ENDIAN);

  private JournalWriter writer;
  private long sequence;

  /**
   * @param published called after every append
   */
  OutboundChannel(int source, Path log, int incarnation, Runnable published) {
    this.log = log;
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
    if (envelope.length() <= FRAGMENT_SIZE) {
      MessageHeader.encode(head, incarnation, sequence, envelope, MessageHeader.WHOLE);
      append(first, first.position(), envelope.fixedLength(), second, 0, envelope.dynamicLength());
    } else {
      sendFragments(sequence, envelope, first, second);
    }
    this.sequence = sequence;
  }

  private void sendFragments(long sequence, Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
    long length = envelope.length();
    int fixedLength = envelope.fixedLength();
    int fragment = 0;
    for (long from = 0; from < length; from += FRAGMENT_SIZE) {
      long to = Math.min(length, from + FRAGMENT_SIZE);
      int fixedFrom = (int) Math.min(fixedLength, from);
      int fixedTo = (int) Math.min(fixedLength, to);
      int dynamicFrom = (int) Math.max(0, from - fixedLength);
      int dynamicTo = (int) Math.max(0, to - fixedLength);
      MessageHeader.encode(head, incarnation, sequence, envelope, fragment++);
      append(
          fixed,
          fixed.position() + fixedFrom,
          fixedTo - fixedFrom,
          dynamic,
          dynamicFrom,
          dynamicTo - dynamicFrom);
    }
  }

  void mark(long sequence) {
    MarkHeader.encode(head, incarnation, sequence);
    append(NO_FIXED, 0, 0, NO_DYNAMIC, 0, 0);
  }

  private void append(
      ByteBuffer first,
      int firstIndex,
      int firstLength,
      byte[] second,
      int secondIndex,
      int secondLength) {
    if (writer == null) {
      writer = JournalWriter.open(log);
    }
    writer.append(head, first, firstIndex, firstLength, second, secondIndex, secondLength);
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
