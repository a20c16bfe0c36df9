package org.ftmpj.transport.journal;

import static java.lang.invoke.MethodHandles.byteBufferViewVarHandle;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.OnlyUser;

/**
 * The positions from which on a rank can still need the logs: those of the older of its two
 * retained checkpoints, or the beginning before there are two (protocol rule PRUNED_TO_OLDEST).
 * Memory in a file, which that rank writes and the writers of the logs read. Each position is
 * written at once and never decreases, so a reader that sees only some of a checkpoint's positions,
 * as the rank was killed between them, merely retains too much. Any thread.
 *
 * <p>Little-endian, n ranks:
 *
 * <pre>
 *  0  u64  magic, "FTMPJ-ND"
 *  8  i32  version, 2
 * 12  i32  n
 * 16  i64  the first determinant of its own
 * 24 i64 bytes of its output log that are not compared
 * 32  i64  the incarnation with which it came to the host where it is; 0 if it began there
 * 40  i64  of each source, the first message from it that is read or copied
 *  +8n i64 of each destination, the first message to it that is compared
 * +16n i64 of each source, the incarnation that wrote the last message that was read
 * </pre>
 *
 * But for the incarnation with which the rank came, all are zeros before there are two checkpoints.
 */
public final class RetainedPositions {
  private static final long MAGIC = 0x444e2d4a504d5446L;
  private static final int VERSION = 2;
  private static final int RECORD = 16;
  private static final int OUTPUT = 24;
  private static final int CAME_AS = 32;
  private static final int RECEIVED = 40;

  private static final VarHandle LONG =
      byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final ByteBuffer page;
  private final int size;

  private RetainedPositions(ByteBuffer page, int size) {
    this.page = page;
    this.size = size;
  }

  /**
   * Opens the positions of a rank, and creates them if there are none: only the rank itself does.
   *
   * @param file its directory need not be there
   * @throws FtmpjException {@code LOG_NOT_WRITABLE}, {@code LOG_CORRUPT}, {@code LOG_VERSION}
   */
  public static RetainedPositions create(Path file, int size) {
    try {
      if (!Files.exists(file)) {
        OnlyUser.directories(file.toAbsolutePath().getParent());
        ByteBuffer page = ByteBuffer.allocate(length(size)).order(ByteOrder.LITTLE_ENDIAN);
        page.putLong(0, MAGIC).putInt(8, VERSION).putInt(12, size);
        // It gets its name when it is whole, for a kill can come at any time.
        Path unready = file.resolveSibling(file.getFileName() + ".new");
        OnlyUser.write(unready, page.array());
        Files.move(unready, file, StandardCopyOption.ATOMIC_MOVE);
      }
      return open(file, size, MapMode.READ_WRITE);
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE, "Cannot write " + file + ": " + Reason.of(e), e);
    }
  }

  /**
   * Opens the positions of a rank to read them.
   *
   * @return null if there are none: it can need everything
   * @throws FtmpjException {@code LOG_CORRUPT}, {@code LOG_VERSION}
   */
  public static RetainedPositions find(Path file, int size) {
    return find(file, size, MapMode.READ_ONLY);
  }

  /** Opens existing positions of a rank to write them, too. */
  public static RetainedPositions findToWrite(Path file, int size) {
    return find(file, size, MapMode.READ_WRITE);
  }

  private static RetainedPositions find(Path file, int size, MapMode mode) {
    try {
      return Files.exists(file) ? open(file, size, mode) : null;
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT, "Cannot read " + file + ": " + Reason.of(e), e);
    }
  }

  /** Whether something that the beginning of the program needs may have been removed. */
  public static boolean arePastBeginning(Path file, int size) {
    RetainedPositions needed = find(file, size);
    return needed != null && !needed.allow(Checkpoint.ofTheBeginning(size));
  }

  /** Opens the positions of a rank of a job with any number of ranks. */
  public static RetainedPositions find(Path file) {
    try {
      if (!Files.exists(file)) {
        return null;
      }
      ByteBuffer head = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
      if (head.capacity() < RECEIVED) {
        throw corrupt(file, "has " + head.capacity() + " bytes");
      }
      return find(file, head.getInt(12));
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT, "Cannot read " + file + ": " + Reason.of(e), e);
    }
  }

  private static RetainedPositions open(Path file, int size, MapMode mode) throws IOException {
    ByteBuffer page;
    try (FileChannel channel =
        mode == MapMode.READ_ONLY
            ? FileChannel.open(file, StandardOpenOption.READ)
            : FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      if (channel.size() != length(size)) {
        throw corrupt(file, "has " + channel.size() + " bytes for " + size + " ranks");
      }
      page = channel.map(mode, 0, length(size)).order(ByteOrder.LITTLE_ENDIAN);
    }
    if (page.getLong(0) != MAGIC || page.getInt(12) != size) {
      throw corrupt(file, "does not say what is needed by a rank of " + size);
    }
    if (page.getInt(8) != VERSION) {
      throw new FtmpjException(
          ErrorCode.LOG_VERSION, "Version " + page.getInt(8) + " of " + file + ", not " + VERSION);
    }
    return new RetainedPositions(page, size);
  }

  private static int length(int size) {
    return RECEIVED + 3 * size * Long.BYTES;
  }

  /**
   * The positions that a checkpoint needs.
   *
   * @param record the first determinant
   * @param output bytes of the output log that are not compared
   * @param received the first message from each source
   * @param sent the first message to each destination
   * @param readOf the incarnation of each source that wrote the last message read
   */
  public record Checkpoint(
      long record, long output, List<Long> received, List<Long> sent, List<Long> readOf) {
    /** The positions that the beginning of the program needs. */
    public static Checkpoint ofTheBeginning(int size) {
      List<Long> first = Collections.nCopies(size, 1L);
      return new Checkpoint(1, 0, first, first, Collections.nCopies(size, 0L));
    }
  }

  /** Raises the positions to those of the older retained checkpoint. */
  public void raise(Checkpoint to) {
    raise(RECORD, to.record());
    raise(OUTPUT, to.output());
    for (int peer = 0; peer < size; peer++) {
      raise(RECEIVED + peer * Long.BYTES, to.received().get(peer));
      raise(RECEIVED + (size + peer) * Long.BYTES, to.sent().get(peer));
      raise(RECEIVED + (2 * size + peer) * Long.BYTES, to.readOf().get(peer));
    }
  }

  /** Raises the first needed determinant of the rank. */
  public void raiseRecord(long first) {
    raise(RECORD, first);
  }

  /** Raises the first needed message to that destination. */
  public void raiseSent(int destination, long first) {
    raise(RECEIVED + (size + Objects.checkIndex(destination, size)) * Long.BYTES, first);
  }

  /** Raises the first needed message from that source. */
  public void raiseReceived(int source, long first) {
    raise(RECEIVED + Objects.checkIndex(source, size) * Long.BYTES, first);
  }

  /**
   * Records that the last message read from that source was written by that incarnation or a later
   * one.
   */
  public void raiseReadOf(int source, long incarnation) {
    raise(RECEIVED + (2 * size + Objects.checkIndex(source, size)) * Long.BYTES, incarnation);
  }

  /** Records that the rank has moved to another host: its logs there have marks at other places. */
  public void raiseCameAs(long incarnation) {
    raise(CAME_AS, incarnation);
  }

  /**
   * Makes all messages from any source needed again, as far as they are still there: readers that
   * have seen a later position go by that.
   */
  public void forgetReceived() {
    for (int peer = 0; peer < size; peer++) {
      LONG.setRelease(page, RECEIVED + peer * Long.BYTES, 0L);
    }
  }

  private void raise(int at, long position) {
    if ((long) LONG.getAcquire(page, at) < position) {
      LONG.setRelease(page, at, position);
    }
  }

  /** Whether the logs still have all that the checkpoint needs. */
  public boolean allow(Checkpoint checkpoint) {
    boolean kept = record() <= checkpoint.record() && output() <= checkpoint.output();
    for (int peer = 0; peer < size; peer++) {
      kept &= received(peer) <= checkpoint.received().get(peer);
      kept &= sent(peer) <= checkpoint.sent().get(peer);
      kept &= readOf(peer) <= checkpoint.readOf().get(peer);
    }
    return kept;
  }

  /** The first of its own determinants that the rank can need. */
  public long record() {
    return (long) LONG.getAcquire(page, RECORD);
  }

  /** The number of bytes of its output log that the rank no longer compares. */
  public long output() {
    return (long) LONG.getAcquire(page, OUTPUT);
  }

  /** The first message from that source that the rank can need. */
  public long received(int source) {
    return (long) LONG.getAcquire(page, RECEIVED + Objects.checkIndex(source, size) * Long.BYTES);
  }

  /** The first message to that destination that the rank can need. */
  public long sent(int destination) {
    return (long)
        LONG.getAcquire(
            page, RECEIVED + (size + Objects.checkIndex(destination, size)) * Long.BYTES);
  }

  /** The incarnation of that source that wrote the last message read; 0 if none was. */
  public long readOf(int source) {
    return (long)
        LONG.getAcquire(
            page, RECEIVED + (2 * size + Objects.checkIndex(source, size)) * Long.BYTES);
  }

  /** The incarnation with which the rank came to the host where it is; 0 if it began there. */
  public long cameAs() {
    return (long) LONG.getAcquire(page, CAME_AS);
  }

  private static FtmpjException corrupt(Path file, String what) {
    return new FtmpjException(ErrorCode.LOG_CORRUPT, "The file " + file + " " + what);
  }
}
