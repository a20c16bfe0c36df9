package org.ftmpj.transport.bulk;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * The recent part of a bulk log: a ring of {@link BulkLog#RECENT} bytes in memory that a writer
 * shares with its archiver and with readers. What is copied into it survives the process. Who may
 * use which bytes when, {@link BulkState} says.
 */
final class RecentPart {
  private static final byte[] ZEROS = new byte[64 << 10];

  private final Path file;
  private final MappedByteBuffer memory;

  /** Bytes of the file that have disk space, from its beginning on. */
  private int allocated;

  private RecentPart(Path file, MappedByteBuffer memory, int allocated) {
    this.file = file;
    this.memory = memory;
    this.allocated = allocated;
  }

  /** Makes the file: a hole, for most jobs do not fill it. */
  static void create(Path file) throws IOException {
    try (RandomAccessFile hole = new RandomAccessFile(file.toFile(), "rw")) {
      hole.setLength(0);
      hole.setLength(BulkLog.RECENT);
    }
  }

  static RecentPart openReadOnly(Path file) throws IOException {
    return open(file, MapMode.READ_ONLY, BulkLog.RECENT, StandardOpenOption.READ);
  }

  /**
   * @param reserved up to that position of the log the part was used before
   */
  static RecentPart open(Path file, long reserved) throws IOException {
    int used = (int) Math.min(reserved, BulkLog.RECENT);
    return open(
        file,
        MapMode.READ_WRITE,
        chunks(used) * BulkLog.CHUNK,
        StandardOpenOption.READ,
        StandardOpenOption.WRITE);
  }

  private static RecentPart open(
      Path file, MapMode mode, int allocated, StandardOpenOption... options) throws IOException {
    try (FileChannel channel = BulkLog.open(file, options)) {
      if (channel.size() != BulkLog.RECENT) {
        throw new FtmpjException(
            ErrorCode.LOG_CORRUPT, "The file " + file + " has " + channel.size() + " bytes");
      }
      return new RecentPart(file, channel.map(mode, 0, BulkLog.RECENT), allocated);
    }
  }

  private static int chunks(int bytes) {
    return (bytes + BulkLog.CHUNK - 1) / BulkLog.CHUNK;
  }

  /**
   * Makes sure that the disk has space for all up to that position of the log. To be called before
   * it is reserved: to write to a hole of a full disk would end the process without a word.
   */
  void allocate(long end) throws IOException {
    if (allocated == BulkLog.RECENT || end <= allocated) {
      return;
    }
    try (FileChannel channel = BulkLog.open(file, StandardOpenOption.WRITE)) {
      int until = chunks((int) Math.min(end, BulkLog.RECENT)) * BulkLog.CHUNK;
      while (allocated < until) {
        allocated += channel.write(ByteBuffer.wrap(ZEROS), allocated);
      }
    }
  }

  /** Copies to a position of the log; what ends behind the end of the ring is not allowed. */
  void put(long position, ByteBuffer from, int index, int length) {
    memory.put(BulkLog.inRecent(position), from, index, length);
  }

  /** Copies from a position of the log; what ends behind the end of the ring is not allowed. */
  void get(long position, ByteBuffer to, int index, int length) {
    to.put(index, memory, BulkLog.inRecent(position), length);
  }

  /** The memory of the chunk that begins at that position of the log. */
  ByteBuffer chunk(long position) {
    return memory.slice(BulkLog.inRecent(position), BulkLog.CHUNK);
  }

  /** How many bytes there are from that position of the log to the end of the ring. */
  static int untilEnd(long position) {
    return BulkLog.RECENT - BulkLog.inRecent(position);
  }
}
