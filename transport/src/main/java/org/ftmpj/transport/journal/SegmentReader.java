package org.ftmpj.transport.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.zip.CRC32C;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * Reads one segment of a journal, also while another process writes it or after that process was
 * killed. Only complete records are seen. One thread at a time.
 */
final class SegmentReader implements AutoCloseable {
  private static final int SMALL = 256;

  private final Path directory;
  private final SingleChronicleQueue queue;
  private final ExcerptTailer tailer;
  private final CRC32C crc = new CRC32C();
  private ByteBuffer start;
  private ByteBuffer head;

  /** The record that the tailer is in; null if it is between two. */
  private DocumentContext document;

  /** The mapping of the record read last and of others around it; null if there was none. */
  private BytesStore<?, ?> mapping;

  private Bytes<?> bytes;

  /** The bounds in the file of the beginnings of what is mapped to its end. */
  private long mappedFrom;

  private long mappedUntil;

  /** The difference between addresses in the mapping and positions in the file. */
  private long toAddress;

  private int headLength;
  private int payloadLength;
  private long position;

  /** The beginning of the segment, as its owner described it. */
  private SegmentStart segmentStart;

  private boolean ended;

  private SegmentReader(Path directory, SingleChronicleQueue queue) {
    this.directory = directory;
    this.queue = queue;
    this.tailer = queue.createTailer();
    tailer.singleThreadedCheckDisabled(true);
    allocate(SMALL);
  }

  /**
   * The segments of a journal, in their order.
   *
   * @return at least one
   * @throws FtmpjException {@code LOG_CORRUPT} or {@code LOG_VERSION} if there is none
   */
  static List<SegmentName> segments(Path journal) {
    try {
      List<SegmentName> segments = SegmentName.list(journal);
      if (!segments.isEmpty()) {
        return segments;
      }
    } catch (IOException e) {
      throw unreadable(journal, e);
    }
    throw new FtmpjException(
        Queues.isQueue(journal) ? ErrorCode.LOG_VERSION : ErrorCode.LOG_CORRUPT,
        "There is no segment in " + journal);
  }

  /**
   * Opens a segment at its first record.
   *
   * @throws FtmpjException {@code LOG_DROPPED} if its writer has removed it, {@code LOG_CORRUPT}
   */
  static SegmentReader open(Path directory, SegmentName name) {
    return open(directory, name, Queues::openExisting);
  }

  /** Opens a segment without changing anything of it; see {@link JournalReader#openReadOnly}. */
  static SegmentReader openReadOnly(Path directory, SegmentName name) {
    return open(directory, name, Queues::openReadOnly);
  }

  private static SegmentReader open(
      Path directory, SegmentName name, Function<Path, SingleChronicleQueue> queues) {
    requireThere(directory);
    try {
      SingleChronicleQueue queue = queues.apply(directory);
      try {
        SegmentReader reader = new SegmentReader(directory, queue);
        reader.readHead(name);
        return reader;
      } catch (RuntimeException | Error e) {
        queue.close();
        throw e;
      }
    } catch (RuntimeException | Error e) {
      // Its writer may have removed it since: then it is not damaged.
      removeIfEmpty(directory);
      requireThere(directory);
      throw e instanceof FtmpjException known ? known : unreadable(directory, e);
    }
  }

  private static void requireThere(Path directory) {
    if (Files.notExists(directory)) {
      throw JournalReader.dropped("Segment " + directory + " was removed");
    }
  }

  private static void removeIfEmpty(Path directory) {
    try {
      Queues.removeIfEmpty(directory);
    } catch (IOException e) {
      throw unreadable(directory, e);
    }
  }

  private void readHead(SegmentName name) {
    if (!enter() || decode() != RecordHeader.FIRST) {
      throw new FtmpjException(ErrorCode.LOG_CORRUPT, "A segment without a head: " + directory);
    }
    segmentStart = SegmentHead.decode(head, name, directory).start();
    position = 0;
    leave();
  }

  /** The beginning of the segment, as the owner of the journal described it. */
  SegmentStart start() {
    return segmentStart;
  }

  /** Whether the last record of this segment was read, after which none follows. */
  boolean isEnded() {
    return ended;
  }

  /**
   * Moves to the next complete record.
   *
   * @return its head, little-endian, from position 0 to its limit, valid until the next record is
   *     read; null if there is no further record now
   */
  ByteBuffer next() {
    leave();
    try {
      if (ended || !enter()) {
        return null;
      }
      if (decode() == RecordHeader.RECORD) {
        return head;
      }
      ended = true;
      leave();
      return null;
    } catch (FtmpjException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      throw unreadable(directory, e);
    }
  }

  /** The place of the last record so far; the first one after the head has 1. */
  long lastPlace() {
    return queue.lastIndex();
  }

  /**
   * Moves to the record at that place.
   *
   * @return false if there is none
   */
  boolean moveTo(long place) {
    leave();
    ended = false;
    return tailer.moveToIndex(place);
  }

  private boolean enter() {
    DocumentContext next = tailer.readingDocument();
    if (!next.isPresent()) {
      return false;
    }
    document = next;
    return true;
  }

  private int decode() {
    bytes = document.wire().bytes();
    long length = bytes.readRemaining();
    if (length < RecordHeader.SIZE) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT, "A record of " + length + " bytes in " + directory);
    }
    long offset = bytes.readPosition();
    long address = bytes.addressForRead(offset, (int) length);
    MappedMemory.read(address, start, 0, (int) Math.min(length, SMALL));
    RecordHeader header = RecordHeader.decode(start, length, directory);
    int startLength = RecordHeader.SIZE + header.headLength();
    if (startLength > SMALL) {
      if (startLength > start.capacity()) {
        allocate(startLength);
      }
      MappedMemory.read(address, start, 0, startLength);
    }
    header.verify(start, crc, directory);
    head.limit(header.headLength()).position(0);
    mapped(bytes.bytesStore());
    toAddress = address - offset;
    headLength = header.headLength();
    payloadLength = header.payloadLength();
    position = offset + startLength;
    return header.kind();
  }

  private void mapped(BytesStore<?, ?> by) {
    if (by != mapping) {
      mapping = by;
      mappedFrom = by.start();
      mappedUntil = by.safeLimit();
    }
  }

  /** Bytes of head of the record read last. */
  int headLength() {
    return headLength;
  }

  /** Bytes of payload of the record read last. */
  int payloadLength() {
    return payloadLength;
  }

  /** The position in the segment's file of the payload of the record read last. */
  long position() {
    return position;
  }

  /**
   * Copies from the payload of a record that was read, if it is still mapped.
   *
   * @param from the position of the payload, and so many bytes after it
   * @param to receives {@code length} bytes from {@code index} on, whatever its position
   * @return false if it is not
   */
  boolean read(long from, ByteBuffer to, int index, int length) {
    boolean mapped = isMapped(from);
    if (mapped) {
      MappedMemory.read(from + toAddress, to, index, length);
    }
    return mapped;
  }

  /** Copies from the payload of a record into an array, if it is still mapped. */
  boolean read(long from, byte[] to, int index, int length) {
    boolean mapped = isMapped(from);
    if (mapped) {
      MappedMemory.read(from + toAddress, to, index, length);
    }
    return mapped;
  }

  /**
   * Whether a payload is mapped to its end, which holds if it begins before {@link #mappedUntil}. A
   * call of {@link #next} that returned null may have ended the mapping.
   */
  private boolean isMapped(long from) {
    return from >= mappedFrom && from < mappedUntil && bytes.bytesStore() == mapping;
  }

  private void leave() {
    if (document != null) {
      document.close();
      document = null;
    }
  }

  @Override
  public void close() {
    leave();
    mapping = null;
    tailer.close();
    queue.close();
  }

  private void allocate(int size) {
    start = ByteBuffer.allocateDirect(size).order(ByteOrder.LITTLE_ENDIAN);
    head = start.slice(RecordHeader.SIZE, size - RecordHeader.SIZE).order(ByteOrder.LITTLE_ENDIAN);
  }

  static FtmpjException unreadable(Path directory, Throwable cause) {
    return new FtmpjException(
        ErrorCode.LOG_CORRUPT, "Cannot read " + directory + ": " + cause, cause);
  }
}
