package org.ftmpj.transport.journal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Function;
import java.util.zip.CRC32C;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;

/**
 * Reads a journal, also while another process writes it or after that process was killed. Only
 * complete records are seen. Any number of readers; each is used by one thread at a time.
 *
 * <p>Every method throws {@link FtmpjException}: {@code LOG_CORRUPT} if the journal is damaged,
 * {@code LOG_VERSION} if another version of FTMPJ wrote it.
 */
public final class JournalReader implements AutoCloseable {
  private static final int SMALL = 256;

  private final Path directory;
  private final SingleChronicleQueue queue;
  private final ExcerptTailer tailer;
  private final CRC32C crc = new CRC32C();
  private ByteBuffer start;
  private ByteBuffer head;

  /** The record that the tailer is in; null if it is between two. */
  private DocumentContext document;

  /** What the payload of the record read last is mapped by; null if there was none. */
  private BytesStore<?, ?> mapping;

  private Bytes<?> bytes;
  private long payloadAddress;
  private int payloadLength;
  private long position;

  private JournalReader(Path directory, SingleChronicleQueue queue) {
    this.directory = directory;
    this.queue = queue;
    this.tailer = queue.createTailer();
    tailer.singleThreadedCheckDisabled(true);
    allocate(SMALL);
  }

  /** Whether there is a journal; if so, it can be opened. */
  public static boolean exists(Path directory) {
    return Files.isDirectory(directory);
  }

  /** Opens a journal at its first record. */
  public static JournalReader open(Path directory) {
    return open(directory, Queues::open);
  }

  /**
   * Opens a journal without changing anything of it, not even what Chronicle Queue notes for its
   * readers.
   */
  public static JournalReader openReadOnly(Path directory) {
    return open(directory, Queues::openReadOnly);
  }

  private static JournalReader open(Path directory, Function<Path, SingleChronicleQueue> queues) {
    // Chronicle Queue would create it.
    if (!exists(directory)) {
      throw new FtmpjException(ErrorCode.LOG_CORRUPT, "There is no log " + directory);
    }
    try {
      SingleChronicleQueue queue = queues.apply(directory);
      try {
        return new JournalReader(directory, queue);
      } catch (RuntimeException | Error e) {
        queue.close();
        throw e;
      }
    } catch (RuntimeException | Error e) {
      throw unreadable(directory, e);
    }
  }

  /**
   * Goes on to the next complete record.
   *
   * @return its head, little-endian, from position 0 to its limit, valid until the next record is
   *     read; null if there is no further record now
   */
  public ByteBuffer next() {
    leave();
    try {
      while (enter()) {
        if (decode() == RecordHeader.RECORD) {
          return head;
        }
        leave();
      }
      return null;
    } catch (FtmpjException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      throw unreadable(directory, e);
    }
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
    long address = bytes.addressForRead(bytes.readPosition(), (int) length);
    Memory.read(address, start, 0, (int) Math.min(length, SMALL));
    RecordHeader header = RecordHeader.decode(start, length, directory);
    int startLength = RecordHeader.SIZE + header.headLength();
    if (startLength > SMALL) {
      if (startLength > start.capacity()) {
        allocate(startLength);
      }
      Memory.read(address, start, 0, startLength);
    }
    header.verify(start, crc, directory);
    head.limit(header.headLength()).position(0);
    mapping = bytes.bytesStore();
    payloadAddress = address + startLength;
    payloadLength = header.payloadLength();
    position = document.index();
    return header.kind();
  }

  /**
   * Whether the record at that position was read last and its payload can still be read: a call of
   * {@link #next} that gave null may or may not have ended that.
   */
  public boolean has(long position) {
    return mapping != null && this.position == position && bytes.bytesStore() == mapping;
  }

  /** Bytes of payload of the record read last. */
  public int payloadLength() {
    return payloadLength;
  }

  /**
   * Copies from the payload of the record read last.
   *
   * @param from where in the payload to begin
   * @param to receives {@code length} bytes from {@code index} on, whatever its position
   */
  public void readPayload(int from, ByteBuffer to, int index, int length) {
    Objects.checkFromIndexSize(index, length, to.limit());
    Memory.read(payload(from, length), to, index, length);
  }

  /** The same into an array. */
  public void readPayload(int from, byte[] to, int index, int length) {
    Objects.checkFromIndexSize(index, length, to.length);
    Memory.read(payload(from, length), to, index, length);
  }

  private long payload(int from, int length) {
    if (!has(position)) {
      throw new IllegalStateException("No record to read in " + directory);
    }
    return payloadAddress + Objects.checkFromIndexSize(from, length, payloadLength);
  }

  /** Names the record read last, for {@link #moveTo} of any reader of this journal. */
  public long position() {
    return position;
  }

  /** Makes the record of that position, which was read before, the next one. */
  public void moveTo(long position) {
    leave();
    boolean found;
    try {
      found = tailer.index() == position || tailer.moveToIndex(position);
    } catch (RuntimeException | Error e) {
      throw unreadable(directory, e);
    }
    if (!found) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT, "No record at " + Long.toHexString(position) + " in " + directory);
    }
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

  private static FtmpjException unreadable(Path directory, Throwable cause) {
    return new FtmpjException(
        ErrorCode.LOG_CORRUPT, "Cannot read " + directory + ": " + cause, cause);
  }
}
