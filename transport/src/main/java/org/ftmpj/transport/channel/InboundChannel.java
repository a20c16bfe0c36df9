package org.ftmpj.transport.channel;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.Function;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;
import org.ftmpj.transport.journal.JournalReader;

/** The log of one channel as its receiver has it. It need not exist yet. */
final class InboundChannel implements AutoCloseable {
  private final Path log;
  private final Function<Path, JournalReader> opener;
  private final Assembly assembly;
  private final Digest digest = new Digest();

  private JournalReader reader;

  /** Reads again what the first reader has passed; null while that was not needed. */
  private JournalReader rereader;

  private long recordsRead;

  InboundChannel(int source, Path log) {
    this(source, log, JournalReader::open);
  }

  InboundChannel(int source, Path log, Function<Path, JournalReader> opener) {
    this.log = log;
    this.opener = opener;
    this.assembly = new Assembly(source, log);
  }

  /** The next arrival; null if there is none now. */
  Arrival poll() {
    if (reader == null) {
      if (!JournalReader.exists(log)) {
        return null;
      }
      reader = opener.apply(log);
    }
    Arrival arrival = null;
    ByteBuffer head;
    while (arrival == null && (head = reader.next()) != null) {
      recordsRead++;
      arrival = assembly.accept(head, reader.payloadLength(), reader.position());
    }
    return arrival;
  }

  /** The incarnation that wrote what was read last; 0 before the first record. */
  int incarnation() {
    return assembly.incarnation();
  }

  /** Records that {@link #poll} has read since the log's start, with those it gave nothing for. */
  long recordsRead() {
    return recordsRead;
  }

  /** Copies the payload of a message that {@link #poll} gave, and checks it. */
  void copy(Arrival.Message message, ByteBuffer fixed, byte[] dynamic) {
    Envelope envelope = message.envelope();
    if (envelope.length() <= OutboundChannel.FRAGMENT_SIZE && reader.has(message.position())) {
      copyRecord(reader, envelope, 0, fixed, dynamic);
    } else {
      copyAgain(message, fixed, dynamic);
    }
    int found = digest.of(envelope, fixed, dynamic);
    if (found != envelope.digest()) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT,
          "Payload has digest " + Integer.toHexString(found) + " in " + log + ", " + message);
    }
  }

  private void copyAgain(Arrival.Message message, ByteBuffer fixed, byte[] dynamic) {
    if (rereader == null) {
      rereader = opener.apply(log);
    }
    rereader.moveTo(message.position());
    long copied = 0;
    do {
      if (rereader.next() == null) {
        throw new FtmpjException(ErrorCode.LOG_CORRUPT, "No payload in " + log + " of " + message);
      }
      copyRecord(rereader, message.envelope(), copied, fixed, dynamic);
      copied += rereader.payloadLength();
    } while (copied < message.envelope().length());
  }

  /**
   * @param from where in the message the record's payload begins
   */
  private static void copyRecord(
      JournalReader reader, Envelope envelope, long from, ByteBuffer fixed, byte[] dynamic) {
    int length = reader.payloadLength();
    int fixedFrom = (int) Math.min(envelope.fixedLength(), from);
    int fixedTo = (int) Math.min(envelope.fixedLength(), from + length);
    int inFixed = fixedTo - fixedFrom;
    if (inFixed > 0) {
      reader.readPayload(0, fixed, fixed.position() + fixedFrom, inFixed);
    }
    if (length > inFixed) {
      int dynamicFrom = (int) Math.max(0, from - envelope.fixedLength());
      reader.readPayload(inFixed, dynamic, dynamicFrom, length - inFixed);
    }
  }

  @Override
  public void close() {
    if (reader != null) {
      reader.close();
    }
    if (rereader != null) {
      rereader.close();
    }
  }
}
