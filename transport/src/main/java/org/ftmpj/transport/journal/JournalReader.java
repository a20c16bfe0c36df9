package org.ftmpj.transport.journal;

import java.io.IOException;
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
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

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

  /** What the record read last is mapped by, and others around it; null if there was none. */
  private BytesStore<?, ?> mapping;

  private Bytes<?> bytes;

  /** Where the mapping is in the file, and how far what begins there is mapped to its end. */
  private long mappedFrom;

  private long mappedUntil;

  /** From positions in the file to addresses in the mapping. */
  private long toAddress;

  private int payloadLength;
  private long position;

  /** Reads what is not mapped any more; null while that was not needed. */
  private RecordFile file;

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
    } catch (FtmpjException e) {
      throw e;
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
    long offset = bytes.readPosition();
    long address = bytes.addressForRead(offset, (int) length);
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
    mapped(bytes.bytesStore());
    toAddress = address - offset;
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

  /** Bytes of payload of the record read last. */
  public int payloadLength() {
    return payloadLength;
  }

  /** Where the payload of the record read last is: names it for {@link #read}. */
  public long position() {
    return position;
  }

  /**
   * Copies from the payload of a record that was read, long ago or just now.
   *
   * @param from the position of the payload, and so many bytes behind it
   * @param to receives {@code length} bytes from {@code index} on, whatever its position
   */
  public void read(long from, ByteBuffer to, int index, int length) {
    Objects.checkFromIndexSize(index, length, to.limit());
    if (isMapped(from, length)) {
      Memory.read(from + toAddress, to, index, length);
    } else {
      byte[] copy = new byte[length];
      readFile(from, copy, 0, length);
      to.put(index, copy);
    }
  }

  /** The same into an array. */
  public void read(long from, byte[] to, int index, int length) {
    Objects.checkFromIndexSize(index, length, to.length);
    if (isMapped(from, length)) {
      Memory.read(from + toAddress, to, index, length);
    } else {
      readFile(from, to, index, length);
    }
  }

  /**
   * What begins before {@link #mappedUntil} is mapped to its end. A call of {@link #next} that gave
   * null may have ended the mapping.
   */
  private boolean isMapped(long from, int length) {
    if (length < 0 || from + length > position + payloadLength) {
      throw new IllegalStateException(
          length + " bytes at " + from + " of " + directory + " were not read yet");
    }
    return from >= mappedFrom && from < mappedUntil && bytes.bytesStore() == mapping;
  }

  private void readFile(long from, byte[] to, int index, int length) {
    try {
      if (file == null) {
        file = RecordFile.open(Queues.records(directory));
      }
      file.read(from, to, index, length);
    } catch (IOException e) {
      throw unreadable(directory, e);
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
    if (file != null) {
      file.close();
    }
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
