package org.ftmpj.transport.channel;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.Function;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.transport.bulk.BulkReader;
import org.ftmpj.transport.journal.JournalReader;

/** The log of one channel as its receiver has it. It need not exist yet. */
final class InboundChannel implements AutoCloseable {
  private final Path log;
  private final BulkReader bulk;
  private final Function<Path, JournalReader> opener;
  private final Assembly assembly;
  private final Digest digest = new Digest();

  private JournalReader reader;

  private long recordsRead;

  InboundChannel(JobLayout layout, int source, int destination) {
    this(layout, source, destination, JournalReader::open);
  }

  InboundChannel(
      JobLayout layout, int source, int destination, Function<Path, JournalReader> opener) {
    this.log = layout.channel(source, destination);
    this.bulk = new BulkReader(layout.bulk(source));
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
    ByteBuffer head = reader.next();
    if (head == null) {
      return null;
    }
    recordsRead++;
    return assembly.accept(head, reader.payloadLength(), reader.position());
  }

  /** The incarnation that wrote what was read last; 0 before the first record. */
  int incarnation() {
    return assembly.incarnation();
  }

  /** Records that {@link #poll} has read since the log's start. */
  long recordsRead() {
    return recordsRead;
  }

  /** Copies the payload of a message that {@link #poll} gave, and checks it. */
  void copy(Arrival.Message message, ByteBuffer fixed, byte[] dynamic) {
    Envelope envelope = message.envelope();
    if (Assembly.isInBulkLog(message.position())) {
      copyBulk(Assembly.positionInBulkLog(message.position()), envelope, fixed, dynamic);
    } else {
      copyRecord(message.position(), envelope, fixed, dynamic);
    }
    int found = digest.of(envelope, fixed, dynamic);
    if (found != envelope.digest()) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT,
          "Payload has digest " + Integer.toHexString(found) + " in " + log + ", " + message);
    }
  }

  private void copyRecord(long position, Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
    int inFixed = envelope.fixedLength();
    if (inFixed > 0) {
      reader.read(position, fixed, fixed.position(), inFixed);
    }
    if (envelope.dynamicLength() > 0) {
      reader.read(position + inFixed, dynamic, 0, envelope.dynamicLength());
    }
  }

  private void copyBulk(long position, Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
    int inFixed = envelope.fixedLength();
    if (inFixed > 0) {
      bulk.read(position, fixed, fixed.position(), inFixed);
    }
    if (envelope.dynamicLength() > 0) {
      bulk.read(position + inFixed, dynamic, 0, envelope.dynamicLength());
    }
  }

  @Override
  public void close() {
    if (reader != null) {
      reader.close();
    }
    bulk.close();
  }
}
