package org.ftmpj.transport.bulk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.transport.journal.FreeSpace;
import org.ftmpj.transport.journal.Retention;

/**
 * Writes a bulk log. A payload is in it when {@code append} or {@code complete} returns, and
 * survives the process from then on. The first use creates the log, or continues that of an earlier
 * incarnation.
 *
 * <p>The place of a large payload can be made known before it is written ({@link #begin}, {@link
 * #complete}), so that a reader copies the first part while the last is being written.
 *
 * <p>One writer at a time in the world, used by one thread at a time (FENCE_BEFORE_READ). It starts
 * a daemon thread when there is something to archive.
 */
public final class BulkWriter implements AutoCloseable {
  /**
   * Bytes copied at once: few enough that the processor's cache still has them for the check sum,
   * and that archiving and reading can go on meanwhile.
   */
  static final int PIECE = 32 << 10;

  /** Bytes of the digest after a payload that was begun before it was written. */
  static final int DIGEST = Integer.BYTES;

  /** The alignment of payloads, in bytes. */
  private static final int ALIGNMENT = 64;

  private final BulkLog log;
  private final int incarnation;
  private final Retention needed;
  private final CRC32C digest = new CRC32C();
  private final ByteBuffer trailer = ByteBuffer.allocate(DIGEST).order(ByteOrder.LITTLE_ENDIAN);

  /** The recent part of the log; null before the first append, like all that follows. */
  private BulkMemory recent;

  private BulkState state;
  private Archiver archiver;
  private FreeSpace space;

  /** The position after the last byte written. */
  private long end;

  private int payloadDigest;

  /**
   * Creates a writer of a log that is never pruned.
   *
   * @param directory the log; its parent may be missing
   * @param incarnation of the rank
   */
  public BulkWriter(Path directory, int incarnation) {
    this(directory, incarnation, Retention.ALL);
  }

  /** Creates a writer of a log that is pruned. */
  public BulkWriter(Path directory, int incarnation, Retention needed) {
    this.log = new BulkLog(directory);
    this.incarnation = incarnation;
    this.needed = needed;
  }

  /**
   * Appends a payload that comes in two parts; waits while the memory is used up.
   *
   * @param first holds {@code firstLength} bytes from its position on; left unchanged
   * @param second begins with the {@code secondLength} bytes after them
   * @return where it is, from 0
   * @throws FtmpjException {@code LOG_NOT_WRITABLE}, {@code LOG_CORRUPT}, {@code LOG_VERSION}
   */
  public long append(ByteBuffer first, int firstLength, byte[] second, int secondLength) {
    long position = begin();
    write(position, first, firstLength, second, secondLength);
    return position;
  }

  /** CRC-32C of the payload that was written last. */
  public int digest() {
    return payloadDigest;
  }

  /**
   * Chooses the place of a payload, which has to be the next one written.
   *
   * @return where it will be
   * @throws FtmpjException as {@link #append}
   */
  public long begin() {
    try {
      if (recent == null) {
        open();
      }
    } catch (IOException e) {
      throw notWritable(e);
    }
    return end + ALIGNMENT - 1 & -ALIGNMENT;
  }

  /**
   * Writes a payload, and its digest after it, to the place chosen for it, perhaps by an earlier
   * incarnation, which may have written a part. The other parameters are those of {@link #append}.
   *
   * @param position what {@link #begin} has returned
   * @throws FtmpjException as {@link #append}
   */
  public void complete(
      long position, ByteBuffer first, int firstLength, byte[] second, int secondLength) {
    begin();
    long after = position + firstLength + secondLength;
    if (end > after + DIGEST) {
      throw new FtmpjException(
          ErrorCode.INTERNAL,
          "The log %s is past the payload at %d, which is not complete"
              .formatted(log.directory(), position));
    }
    write(position, first, firstLength, second, secondLength);
    finish(after);
  }

  private void write(
      long position, ByteBuffer first, int firstLength, byte[] second, int secondLength) {
    Objects.checkFromIndexSize(0, firstLength, first.remaining());
    Objects.checkFromIndexSize(0, secondLength, second.length);
    start(position);
    space.use((long) firstLength + secondLength);
    try {
      put(first, position, firstLength);
      if (secondLength > 0) {
        put(ByteBuffer.wrap(second), position + firstLength, secondLength);
      }
    } catch (IOException e) {
      throw notWritable(e);
    }
    payloadDigest = (int) digest.getValue();
  }

  /**
   * Begins to write a payload that comes in pieces.
   *
   * @param position what {@link #begin} has returned, perhaps to an earlier writer
   * @throws FtmpjException as {@link #append}
   */
  public void start(long position) {
    begin();
    end = Math.max(end, position);
    digest.reset();
  }

  /**
   * Writes the next piece of a payload that was started. Bytes that are there already are not
   * written again.
   *
   * @param position of the piece in the log
   * @param piece from its position to its limit; left unchanged
   * @return CRC-32C of the payload so far, which is also what {@link #digest} gives
   * @throws FtmpjException as {@link #append}
   */
  public int piece(long position, ByteBuffer piece) {
    space.use(piece.remaining());
    try {
      put(piece, position, piece.remaining());
    } catch (IOException e) {
      throw notWritable(e);
    }
    payloadDigest = (int) digest.getValue();
    return payloadDigest;
  }

  /**
   * Writes the digest after a payload whose place was known before it was written.
   *
   * @param after the position after its last piece
   * @throws FtmpjException as {@link #append}
   */
  public void finish(long after) {
    try {
      put(trailer.putInt(0, payloadDigest), after, DIGEST);
    } catch (IOException e) {
      throw notWritable(e);
    }
  }

  /** Adds bytes to the digest, and those that are not in the log yet to the log. */
  private void put(ByteBuffer from, long position, int length) throws IOException {
    int begin = from.position();
    int limit = from.limit();
    int piece;
    for (int done = 0; done < length; done += piece) {
      long to = position + done;
      int at = begin + done;
      if (to < end) {
        piece = (int) Math.min(length - done, end - to);
      } else {
        piece = Math.min(Math.min(length - done, PIECE), BulkMemory.untilEnd(to));
        put(to, from.limit(at + piece), at, piece);
      }
      digest.update(from.limit(at + piece).position(at));
    }
    from.limit(limit).position(begin);
  }

  private void put(long to, ByteBuffer from, int at, int length) throws IOException {
    if (!recent.isIn(to)) {
      enter(to);
    }
    recent.allocate(to + length);
    recent.put(to, from, at, length);
    end = to + length;
    archiver.written(end);
  }

  private void enter(long position) throws IOException {
    archiver.requireSuccess();
    while (!recent.enter(position)) {
      archiver.awaitRoom();
    }
  }

  private void open() throws IOException {
    if (!log.exists()) {
      log.create();
    }
    space = FreeSpace.on(log.directory());
    state = BulkState.open(log.state(), false);
    state.fence(incarnation, log.state());
    end = state.written();
    BulkMemory memory = new BulkMemory(log, state);
    archiver = new Archiver(log, memory, state, incarnation, needed);
    recent = memory;
  }

  /** Ends the use of the log; what was appended remains. */
  @Override
  public void close() {
    if (archiver != null) {
      archiver.close();
    }
  }

  private FtmpjException notWritable(IOException cause) {
    return new FtmpjException(
        ErrorCode.LOG_NOT_WRITABLE,
        "Cannot write " + log.directory() + ": " + Reason.of(cause),
        cause);
  }
}
