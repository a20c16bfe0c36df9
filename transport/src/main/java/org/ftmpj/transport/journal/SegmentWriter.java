package org.ftmpj.transport.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;

/**
 * Appends to one segment of a journal. A segment is a queue of Chronicle's; its first record is its
 * {@link SegmentHead}. One thread at a time.
 */
final class SegmentWriter implements AutoCloseable {
  private static final byte[] NOTHING = {};
  private static final int SMALL = 256;

  private final Path directory;

  /** The directory in which the segment was opened, before it was renamed. */
  private final Path opened;

  private final SingleChronicleQueue queue;
  private final ExcerptAppender appender;
  private final CRC32C crc = new CRC32C();
  private final FreeSpace space;

  /**
   * The space ahead of the last record; null before the first record, which creates the queue's
   * file.
   */
  private SpaceAhead ahead;

  private ByteBuffer start = scratch(SMALL);
  private long size;

  private SegmentWriter(
      Path opened, Path directory, SingleChronicleQueue queue, ExcerptAppender appender) {
    this.opened = opened;
    this.directory = directory;
    this.queue = queue;
    this.appender = appender;
    // The parent of the journal, which is never renamed.
    this.space = FreeSpace.on(directory.toAbsolutePath().getParent().getParent());
  }

  /**
   * Creates a segment with a head and no other record. It may be renamed while it is open, because
   * neither Chronicle Queue nor this class uses its path again. A kill before the renaming leaves a
   * segment that cannot be opened.
   *
   * @param making the directory in which it is created
   * @param directory its directory after it is renamed
   */
  static SegmentWriter create(Path making, Path directory, SegmentHead head) throws IOException {
    Queues.prepare(making);
    SegmentWriter writer = openQueue(making, directory);
    try {
      writer.append(RecordHeader.FIRST, head.encode());
      return writer;
    } catch (RuntimeException | Error e) {
      writer.close();
      throw e;
    }
  }

  /**
   * Opens a segment that a dead process may have written: frees the lock of that process, and
   * clears its incomplete record.
   */
  static SegmentWriter reopen(Path directory) {
    Queues.forceUnlock(directory);
    SegmentWriter writer = openQueue(directory, directory);
    writer.clearTornRecord();
    return writer;
  }

  private static SegmentWriter openQueue(Path opened, Path directory) {
    SingleChronicleQueue queue = Queues.open(opened);
    try {
      ExcerptAppender appender = queue.createAppender();
      appender.singleThreadedCheckDisabled(true);
      return new SegmentWriter(opened, directory, queue, appender);
    } catch (RuntimeException | Error e) {
      queue.close();
      throw e;
    }
  }

  /** Bytes from the beginning of the segment to its last record. */
  long size() {
    return size;
  }

  /** Appends a record that has no payload. */
  void append(int kind, ByteBuffer head) {
    append(kind, head, head, 0, 0, NOTHING, 0);
  }

  /**
   * Appends a record; see {@link JournalWriter}.
   *
   * @param kind see {@link RecordHeader}
   */
  void append(
      int kind,
      ByteBuffer head,
      ByteBuffer first,
      int firstIndex,
      int firstLength,
      byte[] second,
      int secondLength) {
    int headLength = head.remaining();
    int payloadLength = Math.addExact(firstLength, secondLength);
    if (headLength > RecordHeader.MAX_HEAD || payloadLength > RecordHeader.MAX_PAYLOAD) {
      throw new IllegalArgumentException(
          "A record of " + headLength + " + " + payloadLength + " bytes is too large");
    }
    int startLength = RecordHeader.SIZE + headLength;
    if (start.capacity() < startLength) {
      start = scratch(startLength);
    }
    start.put(RecordHeader.SIZE, head, head.position(), headLength);
    RecordHeader.encode(start, kind, headLength, payloadLength, crc);
    space.use(startLength + payloadLength);
    try {
      DocumentContext document = appender.writingDocument();
      boolean complete = false;
      try {
        long address = reserve(document.wire().bytes(), startLength + payloadLength);
        // In this order: what stands first tells clearTornRecord how much may follow.
        MappedMemory.write(start, 0, startLength, address);
        address += startLength;
        MappedMemory.write(first, firstIndex, firstLength, address);
        address += firstLength;
        MappedMemory.write(second, 0, secondLength, address);
        complete = true;
      } finally {
        if (!complete) {
          document.rollbackOnClose();
        }
        document.close();
      }
    } catch (IOException | RuntimeException | Error e) {
      throw notWritable(directory, e);
    }
  }

  /** Reserves the place before it is filled, so that a rollback clears all of it. */
  private long reserve(Bytes<?> bytes, int length) throws IOException {
    long position = bytes.writePosition();
    if (ahead == null) {
      ahead = SpaceAhead.in(Queues.records(opened));
    }
    ahead.prepare(position, position + length);
    size = position;
    long address = bytes.bytesStore().addressForWrite(position);
    bytes.writeSkip(length);
    return address;
  }

  /**
   * Clears the torn record of the previous incarnation (protocol rule TORN_END). Chronicle Queue
   * overwrites it but relies on zeros after what it writes: an index page laid over the rest of a
   * large torn record would be full of nonsense.
   */
  private void clearTornRecord() {
    DocumentContext document = appender.writingDocument();
    try {
      Bytes<?> bytes = document.wire().bytes();
      size = bytes.writePosition();
      long room = bytes.writeRemaining();
      long address = bytes.bytesStore().addressForWrite(bytes.writePosition());
      MappedMemory.clearBackwards(address, Math.min(room, tornLength(address)));
    } finally {
      document.rollbackOnClose();
      document.close();
    }
  }

  private long tornLength(long address) {
    if (MappedMemory.isZero(address, SMALL)) {
      return 0;
    }
    MappedMemory.read(address, start, 0, RecordHeader.SIZE);
    return RecordHeader.extent(start).orElse(Queues.LARGEST_RECORD);
  }

  @Override
  public void close() {
    appender.close();
    queue.close();
    closeAhead();
  }

  private void closeAhead() {
    if (ahead != null) {
      try {
        ahead.close();
      } catch (IOException e) {
        throw notWritable(directory, e);
      }
    }
  }

  private static ByteBuffer scratch(int size) {
    return ByteBuffer.allocateDirect(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  static FtmpjException notWritable(Path directory, Throwable cause) {
    return new FtmpjException(
        ErrorCode.LOG_NOT_WRITABLE, "Cannot write " + directory + ": " + Reason.of(cause), cause);
  }
}
