package org.ftmpj.transport.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.zip.CRC32C;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.wire.DocumentContext;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * Writes a journal: a log of records that survives the death of its writer at any instruction. A
 * record is either in the journal, complete, or as if its append had never begun; it is there when
 * {@code append} returns. Data reach the operating system, not the disk: a journal survives
 * processes, not the host.
 *
 * <p>A record has a head, small, which the journal guards with a checksum, and a payload, bulk,
 * which whoever writes it guards.
 *
 * <p>One writer at a time in the world, used by one thread at a time. The next one may open the
 * journal when the process of the previous one is gone (protocol rule FENCE_BEFORE_READ).
 */
public final class JournalWriter implements AutoCloseable {
  /** Bytes of head that a record can have. */
  public static final int MAX_HEAD = RecordHeader.MAX_HEAD;

  /** Bytes of payload that a record can have. */
  public static final int MAX_PAYLOAD = RecordHeader.MAX_PAYLOAD;

  private static final byte[] NOTHING = {};
  private static final int SMALL = 256;

  /** Disk space that a journal takes before its first record. */
  private static final int NEW_JOURNAL = 1 << 20;

  private final Path directory;
  private final SingleChronicleQueue queue;
  private final ExcerptAppender appender;
  private final CRC32C crc = new CRC32C();
  private final FreeSpace space;
  private ByteBuffer start = scratch(SMALL);

  private JournalWriter(Path directory, SingleChronicleQueue queue, ExcerptAppender appender) {
    this.directory = directory;
    this.queue = queue;
    this.appender = appender;
    this.space = FreeSpace.on(directory);
  }

  /**
   * Creates the journal, or continues it after its previous writer's process ended: opens the lock
   * that it may have held, and clears what it left of a record it did not complete.
   *
   * @param directory the journal; its parent exists
   * @throws FtmpjException {@code LOG_NOT_WRITABLE} if that fails
   */
  public static JournalWriter open(Path directory) {
    try {
      FreeSpace.on(directory.toAbsolutePath().getParent()).use(NEW_JOURNAL);
      if (!Files.exists(directory)) {
        create(directory);
        return openQueue(directory);
      }
      Queues.forceUnlock(directory);
      JournalWriter writer = openQueue(directory);
      writer.clearTornRecord();
      return writer;
    } catch (FtmpjException e) {
      throw e;
    } catch (IOException | RuntimeException | Error e) {
      throw notWritable(directory, e);
    }
  }

  /**
   * A kill during the creation of a queue leaves one that cannot be opened, so it gets its name
   * only when it is ready.
   */
  private static void create(Path directory) throws IOException {
    Path unready = directory.resolveSibling(directory.getFileName() + ".new");
    Queues.delete(unready);
    try (JournalWriter writer = openQueue(unready)) {
      ByteBuffer empty = scratch(0);
      writer.append(RecordHeader.FIRST, empty, empty, 0, 0, NOTHING, 0);
    }
    Files.move(unready, directory, StandardCopyOption.ATOMIC_MOVE);
  }

  private static JournalWriter openQueue(Path directory) {
    SingleChronicleQueue queue = Queues.open(directory);
    try {
      ExcerptAppender appender = queue.createAppender();
      appender.singleThreadedCheckDisabled(true);
      return new JournalWriter(directory, queue, appender);
    } catch (RuntimeException | Error e) {
      queue.close();
      throw e;
    }
  }

  /**
   * Appends a record that has no payload.
   *
   * @param head from its position to its limit; left unchanged
   * @throws FtmpjException {@code LOG_NOT_WRITABLE}; the journal ends as before then
   */
  public void append(ByteBuffer head) {
    append(head, head, 0, 0, NOTHING, 0);
  }

  /**
   * Appends a record whose payload comes in two parts. Allocates nothing once a head of that size
   * was appended.
   *
   * @param head from its position to its limit; left unchanged
   * @param first holds {@code firstLength} bytes of payload from {@code firstIndex} on, whatever
   *     its position; left unchanged
   * @param second begins with the {@code secondLength} bytes behind them
   * @throws FtmpjException {@code LOG_NOT_WRITABLE}; the journal ends as before then
   */
  public void append(
      ByteBuffer head,
      ByteBuffer first,
      int firstIndex,
      int firstLength,
      byte[] second,
      int secondLength) {
    Objects.checkFromIndexSize(firstIndex, firstLength, first.limit());
    Objects.checkFromIndexSize(0, secondLength, second.length);
    append(RecordHeader.RECORD, head, first, firstIndex, firstLength, second, secondLength);
  }

  private void append(
      int kind,
      ByteBuffer head,
      ByteBuffer first,
      int firstIndex,
      int firstLength,
      byte[] second,
      int secondLength) {
    int headLength = head.remaining();
    int payloadLength = Math.addExact(firstLength, secondLength);
    if (headLength > MAX_HEAD || payloadLength > MAX_PAYLOAD) {
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
        Memory.write(start, 0, startLength, address);
        address += startLength;
        Memory.write(first, firstIndex, firstLength, address);
        address += firstLength;
        Memory.write(second, 0, secondLength, address);
        complete = true;
      } finally {
        if (!complete) {
          document.rollbackOnClose();
        }
        document.close();
      }
    } catch (RuntimeException | Error e) {
      throw notWritable(directory, e);
    }
  }

  /** Takes the place before it is filled, so that a rollback clears all of it. */
  private static long reserve(Bytes<?> bytes, int length) {
    long position = bytes.writePosition();
    long address = bytes.bytesStore().addressForWrite(position);
    bytes.writeSkip(length);
    return address;
  }

  /**
   * Clears what the previous incarnation left of a torn record (protocol rule TORN_END). Chronicle
   * Queue overwrites it but relies on zeros behind what it writes: an index page laid over the rest
   * of a large torn record would be full of nonsense.
   */
  private void clearTornRecord() {
    DocumentContext document = appender.writingDocument();
    try {
      Bytes<?> bytes = document.wire().bytes();
      long room = bytes.writeRemaining();
      long address = bytes.bytesStore().addressForWrite(bytes.writePosition());
      Memory.clearBackwards(address, Math.min(room, tornLength(address)));
    } finally {
      document.rollbackOnClose();
      document.close();
    }
  }

  private long tornLength(long address) {
    if (Memory.isZero(address, SMALL)) {
      return 0;
    }
    Memory.read(address, start, 0, RecordHeader.SIZE);
    return RecordHeader.extent(start).orElse(Queues.LARGEST_RECORD);
  }

  /** Ends the use of the journal; what was appended stays. */
  @Override
  public void close() {
    appender.close();
    queue.close();
  }

  private static ByteBuffer scratch(int size) {
    return ByteBuffer.allocateDirect(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static FtmpjException notWritable(Path directory, Throwable cause) {
    return new FtmpjException(
        ErrorCode.LOG_NOT_WRITABLE, "Cannot write " + directory + ": " + cause, cause);
  }
}
