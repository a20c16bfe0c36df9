package org.ftmpj.transport.channel;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.channel.PayloadDigest;
import org.ftmpj.protocol.channel.ReadPosition;
import org.ftmpj.transport.bulk.BulkReader;
import org.ftmpj.transport.journal.JournalReader;

/** The log of one channel as its receiver sees it. It need not exist yet. */
final class InboundChannel implements AutoCloseable {
  private final Path log;
  private final BulkReader bulk;
  private final Assembly assembly;
  private final PayloadDigest digest = new PayloadDigest();
  private final CRC32C bulkDigest = new CRC32C();

  private final boolean waits;
  private final boolean digests;

  private JournalReader reader;

  /** An arrival that was read but not returned yet, as its sender has not written all of it. */
  private Arrival incomplete;

  private long recordsRead;

  /** Records up to the last message that was read. */
  private long recordsToMessage;

  /** The incarnation that wrote that message; 0 before the first. */
  private int writer;

  /** The last message that is passed over; 0 for none. */
  private long passedOver;

  /** The first message that has to be there, if messages are passed over; 0: any. */
  private long left;

  private InboundChannel(
      JobLayout layout, int source, int destination, boolean waits, boolean digests) {
    this.waits = waits;
    this.digests = digests;
    this.log = layout.channel(source, destination);
    this.bulk = new BulkReader(() -> payloads(layout, source, destination));
    this.assembly = new Assembly(source, log);
  }

  /** The bulk log of the channel: the receiver's own if it has written the log as a mirror. */
  private static Path payloads(JobLayout layout, int source, int destination) {
    Path own = layout.bulk(source, destination);
    return Files.exists(own) ? own : layout.bulk(source);
  }

  /**
   * Opens a log for a receiver: a message that is being written is returned, and waited for later.
   */
  static InboundChannel live(JobLayout layout, int source, int destination) {
    return new InboundChannel(layout, source, destination, true, false);
  }

  /**
   * Opens a log without the right to write; a message is returned, with its digest, when it is
   * complete.
   */
  static InboundChannel readOnly(JobLayout layout, int source, int destination) {
    return new InboundChannel(layout, source, destination, false, true);
  }

  /**
   * Opens a log without the right to write and without the digests, which may have been removed
   * with the payloads.
   */
  static InboundChannel envelopes(JobLayout layout, int source, int destination) {
    return new InboundChannel(layout, source, destination, false, false);
  }

  /** The next arrival; null if there is none now. */
  Arrival poll() {
    Arrival next = incomplete == null ? next() : incomplete;
    incomplete = null;
    if (!waits && next instanceof Arrival.Message message && Assembly.isBegun(message.position())) {
      long end = Assembly.positionInBulkLog(message.position()) + message.envelope().length();
      if (!bulk.isComplete(end)) {
        incomplete = next;
        return null;
      }
      if (digests) {
        message.envelope().digest(bulk.digest(end));
      }
    }
    return next;
  }

  private Arrival next() {
    if (reader == null) {
      if (!JournalReader.exists(log)) {
        return null;
      }
      open(beginning());
    }
    for (ByteBuffer head = reader.next(); head != null; head = reader.next()) {
      recordsRead++;
      Arrival arrival = assembly.accept(head, reader.payloadLength(), reader.position());
      if (arrival instanceof Arrival.Message) {
        recordsToMessage = recordsRead;
        writer = assembly.sequence() < passedOver ? writer : assembly.incarnation();
        if (assembly.sequence() <= passedOver) {
          continue;
        }
      }
      return arrival;
    }
    return null;
  }

  /** The message from which the log is read unless a position is given. */
  private long beginning() {
    if (passedOver == 0) {
      return 1;
    }
    long first = Math.max(first(), left);
    if (first > passedOver + 1) {
      throw new FtmpjException(
          ErrorCode.LOG_DROPPED,
          "Message %d is wanted of %s, which begins with %d".formatted(passedOver + 1, log, first));
    }
    return first;
  }

  /** The first message in the log; 1 if there is no log. */
  long first() {
    return JournalReader.exists(log) ? JournalReader.first(log) : 1;
  }

  /** Begins with the segment that has that message. To be called before anything was read. */
  void open(long first) {
    reader =
        waits
            ? JournalReader.open(log, first, assembly::enter)
            : JournalReader.openReadOnly(log, first, assembly::enter);
  }

  /** The position up to which the log was read. */
  ReadPosition read() {
    return assembly.sequence() < passedOver
        ? new ReadPosition(passedOver, 0, writer).onOtherHost()
        : new ReadPosition(assembly.sequence(), recordsToMessage, writer);
  }

  /** Allows messages before that one to be removed meanwhile, if messages are passed over. */
  void leave(long needed) {
    left = needed;
  }

  /**
   * Goes on after that position (protocol rule RESTORED_FROM_POSITIONS). To be called before
   * anything was read. One by number need not be there yet: the log is read from the first record
   * on that it has, and messages up to that one are passed over.
   *
   * @throws FtmpjException {@code LOG_CORRUPT} if the log ends before it, {@code LOG_DROPPED} if it
   *     begins after it
   */
  void readAfter(ReadPosition position) {
    writer = position.incarnation();
    if (position.isByNumber()) {
      passedOver = position.sequence();
      return;
    }
    if (position.sequence() > 0) {
      open(position.sequence() + 1);
      assembly.skip(reader, position.sequence());
    }
    recordsRead = position.records();
    recordsToMessage = position.records();
  }

  /** The incarnation that wrote what was read last; 0 before the first record. */
  int incarnation() {
    return assembly.incarnation();
  }

  /** Records that {@link #poll} has read since the log's start. */
  long recordsRead() {
    return recordsRead;
  }

  /**
   * Copies the payload of a message that {@link #poll} gave, and checks it. Waits for it, and sets
   * the message's digest, if it was begun before it was written.
   */
  void copy(Arrival.Message message, ByteBuffer fixed, byte[] dynamic) {
    Envelope envelope = message.envelope();
    int expected = envelope.digest();
    int found;
    if (Assembly.isInBulkLog(message.position())) {
      boolean begun = Assembly.isBegun(message.position());
      long position = Assembly.positionInBulkLog(message.position());
      copyBulk(begun, position, envelope, fixed, dynamic);
      found = (int) bulkDigest.getValue();
      if (begun) {
        expected = bulk.digest(position + envelope.length());
        envelope.digest(expected);
      }
    } else {
      copyRecord(message.position(), envelope, fixed, dynamic);
      found = digest.of(envelope, fixed, dynamic);
    }
    if (found != expected) {
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

  private void copyBulk(
      boolean begun, long position, Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
    bulkDigest.reset();
    int inFixed = envelope.fixedLength();
    if (inFixed > 0) {
      bulk.read(begun, position, fixed, fixed.position(), inFixed, bulkDigest);
    }
    if (envelope.dynamicLength() > 0) {
      bulk.read(begun, position + inFixed, dynamic, 0, envelope.dynamicLength(), bulkDigest);
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
