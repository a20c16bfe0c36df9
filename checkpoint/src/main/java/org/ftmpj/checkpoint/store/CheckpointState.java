package org.ftmpj.checkpoint.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.zip.CRC32C;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;

/**
 * The state of a checkpoint besides the heap, as a file. Big-endian:
 *
 * <pre>
 *  0  u32  "FTCP"
 *  4  u32  version, 2
 *  8  i64  when it was taken, ms since the epoch
 * 16  i64  bytes of the heap image
 * 24  i64  bytes that the rank's output log had
 * 32  u32  n, bytes of the rank's state
 * 36  u32  kind
 * 40       the state of the rank's protocol
 * 40+n u32 CRC-32C of all bytes before
 * </pre>
 *
 * @param taken the time, to the millisecond
 * @param rank not to be changed
 */
public record CheckpointState(
    Kind kind, Instant taken, long heapBytes, long outputBytes, byte[] rank) {
  private static final int MAGIC = 0x46544350;
  private static final int VERSION = 2;
  private static final int HEADER = 40;
  private static final int LENGTH = 32;

  /** The content of the heap image. */
  public enum Kind {
    /** The whole program: its heap, its statics, its stack. */
    PROGRAM,

    /** The state that the program has named; a restart runs its main again. */
    APPLICATION
  }

  private static final FileAttribute<?> ONLY_USER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  /**
   * Writes the file.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void write(Path file) {
    try {
      Files.deleteIfExists(file);
      Files.createFile(file, ONLY_USER);
      Files.write(file, encode());
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE, file + " cannot be written: " + Reason.of(e), e);
    }
  }

  /** The content of the file. */
  public byte[] encode() {
    ByteBuffer bytes = ByteBuffer.allocate(HEADER + rank.length + Integer.BYTES);
    bytes.putInt(MAGIC).putInt(VERSION).putLong(taken.toEpochMilli());
    bytes
        .putLong(heapBytes)
        .putLong(outputBytes)
        .putInt(rank.length)
        .putInt(kind.ordinal())
        .put(rank);
    bytes.putInt(crc(bytes.array(), bytes.position()));
    return bytes.array();
  }

  /**
   * Reads a file.
   *
   * @throws FtmpjException LOG_VERSION or LOG_CORRUPT if that cannot be
   */
  public static CheckpointState read(Path file) {
    try {
      return decode(Files.readAllBytes(file), file);
    } catch (IOException e) {
      throw new FtmpjException(ErrorCode.LOG_CORRUPT, file + " cannot be read: " + Reason.of(e), e);
    }
  }

  /**
   * Decodes the content of a file.
   *
   * @param file for the message
   * @throws FtmpjException LOG_VERSION or LOG_CORRUPT if it is not such a state
   */
  public static CheckpointState decode(byte[] content, Path file) {
    ByteBuffer bytes = ByteBuffer.wrap(content);
    int end = bytes.capacity() - Integer.BYTES;
    if (end < HEADER || bytes.getInt(0) != MAGIC) {
      throw new FtmpjException(ErrorCode.LOG_CORRUPT, file + " is no state of a checkpoint");
    }
    if (bytes.getInt(4) != VERSION) {
      throw new FtmpjException(
          ErrorCode.LOG_VERSION, file + " has version " + bytes.getInt(4) + ", not " + VERSION);
    }
    if (bytes.getInt(LENGTH) != end - HEADER || bytes.getInt(end) != crc(bytes.array(), end)) {
      throw new FtmpjException(ErrorCode.LOG_CORRUPT, file + " is damaged");
    }
    byte[] rank = new byte[end - HEADER];
    bytes.get(HEADER, rank);
    return new CheckpointState(
        Kind.values()[bytes.getInt(LENGTH + Integer.BYTES)],
        Instant.ofEpochMilli(bytes.getLong(8)),
        bytes.getLong(16),
        bytes.getLong(24),
        rank);
  }

  private static int crc(byte[] bytes, int end) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, end);
    return (int) crc.getValue();
  }
}
