package org.ftmpj.transport.channel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.transport.bulk.PayloadSource;
import org.ftmpj.transport.journal.JournalReader;
import org.ftmpj.transport.journal.SegmentStart;

/** The records of a mirror, to compare repeated records with. One thread. */
final class MirroredRecords implements AutoCloseable {
  /** Bytes of a head before the place in the bulk log, which differs from log to log. */
  private static final int COMPARED = MessageHeader.SIZE;

  private final Path log;
  private final PayloadSource payloads;
  private JournalReader reader;
  private ByteBuffer head;

  /** The record that was read last. */
  private long number;

  MirroredRecords(Path log, Path bulkLog) {
    this.log = log;
    this.payloads = new PayloadSource(bulkLog);
  }

  /**
   * The beginning of a segment of a mirror. Its state is the number of records before it, which may
   * have been removed: 8 bytes, big-endian.
   */
  static SegmentStart start(long message, int incarnation, long records) {
    byte[] state = ByteBuffer.allocate(Long.BYTES).putLong(records).array();
    return new SegmentStart(message, incarnation, state);
  }

  /**
   * The number of records before a segment.
   *
   * @param log for the message of the error
   * @throws FtmpjException {@code LOG_CORRUPT} if a later segment does not have the number
   */
  static long before(SegmentStart segment, Path log) {
    if (segment.state().length == Long.BYTES) {
      return ByteBuffer.wrap(segment.state()).getLong();
    }
    if (segment.first() > 1) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT,
          "A %s without the number of its first record, in the mirror %s".formatted(segment, log));
    }
    return 0;
  }

  /** Whether both heads are of one record, as two logs have it. */
  static boolean isSameHead(ByteBuffer one, ByteBuffer other) {
    int compared = Math.min(COMPARED, one.limit());
    return one.limit() == other.limit() && one.slice(0, compared).equals(other.slice(0, compared));
  }

  boolean isSame(long record, ByteBuffer itsHead, ByteBuffer payload) {
    seek(record);
    ByteBuffer here = ByteBuffer.allocate(reader.payloadLength());
    reader.read(reader.position(), here, 0, here.limit());
    return isSameHead(head, itsHead) && here.equals(payload);
  }

  boolean isSame(long record, ByteBuffer itsHead, long offset, ByteBuffer piece) {
    seek(record);
    if (itsHead.limit() > 0 && !isSameHead(head, itsHead)
        || !MessageHeader.matches(head)
        || MessageHeader.kind(head) == MessageHeader.MESSAGE) {
      return false;
    }
    ByteBuffer here = ByteBuffer.allocate(piece.remaining());
    payloads.copy(MessageHeader.bulk(head) + offset, here.limit(), here);
    return here.flip().equals(piece);
  }

  /**
   * Moves to a record. Records are compared in their order, but perhaps from an earlier one again.
   * No removed record is compared: the checkpoints of its receiver are past it, and its host has
   * confirmed it.
   */
  private void seek(long record) {
    if (reader == null || record < number) {
      closeReader();
      reader = JournalReader.openReadOnly(log, JournalReader.first(log), this::enter);
    }
    if (record <= number && head == null) {
      throw new FtmpjException(
          ErrorCode.LOG_DROPPED,
          "Record %d comes again, and is removed from the mirror %s".formatted(record, log));
    }
    while (number < record) {
      head = reader.next().order(ByteOrder.LITTLE_ENDIAN);
      number++;
    }
  }

  private void enter(SegmentStart segment) {
    if (head == null) {
      number = before(segment, log);
    }
  }

  private void closeReader() {
    head = null;
    if (reader != null) {
      reader.close();
      reader = null;
    }
    number = 0;
  }

  @Override
  public void close() {
    closeReader();
    payloads.close();
  }
}
