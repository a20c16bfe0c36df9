package org.ftmpj.transport.channel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.transport.bell.Doorbell;
import org.ftmpj.transport.control.ControlBlock;

/**
 * Creates the channel logs of a rank that moves to this host from copies of those on a lost one.
 * Messages that are on this host already, in mirrors or from another copy, are compared and
 * dropped. Before the rank starts. One thread. What is here already, in mirrors or from another
 * copy, is compared and dropped. Before the rank starts. One thread.
 *
 * <p>Methods throw {@link FtmpjException}: {@code LOG_CORRUPT}, {@code LOG_VERSION}, {@code
 * DIVERGED}; {@code LOG_NOT_WRITABLE} if there is no room.
 */
public final class RestoredLogs implements AutoCloseable {
  private static final int INCARNATION = 4;

  private final Mirrors mirrors;
  private final Doorbell bell = Doorbell.open();
  private final int incarnation;
  private final long[] records;
  private final ByteBuffer head =
      ByteBuffer.allocateDirect(MessageHeader.BULK_SIZE).order(ByteOrder.LITTLE_ENDIAN);

  /**
   * Begins with one copy, from the first record of each log on.
   *
   * @param incarnation in whose name they are written: older than the one that starts, and at least
   *     as new as any that wrote a record
   */
  public RestoredLogs(JobLayout layout, ControlBlock control, int rank, int incarnation) {
    this.mirrors = Mirrors.ofMovable(layout, control, rank, bell);
    this.incarnation = incarnation;
    this.records = new long[control.size()];
  }

  /**
   * Begins the log to that rank after that message, as earlier ones are no longer needed. To be
   * called before any record of it. If there is no record, the log itself says how many messages
   * there were.
   *
   * @param last at most the last message that this host has, if it has any
   */
  public void begin(int destination, long last) {
    mirrors.begin(destination, last + 1);
    mirrors.create(destination);
  }

  /**
   * Takes the next record to that rank.
   *
   * @param itsHead from its position to its limit
   * @param length bytes of payload
   * @param payload from its position to its limit: all of it, if the record has it with it; else
   *     its first piece
   * @return whether all of it was there; else {@link #piece} gives the rest
   */
  public boolean record(int destination, ByteBuffer itsHead, long length, ByteBuffer payload) {
    if (itsHead.remaining() > head.capacity() || itsHead.remaining() < MarkHeader.SIZE) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT, "A head of " + itsHead.remaining() + " bytes in a copy of a log");
    }
    head.clear().put(itsHead).flip();
    head.putInt(INCARNATION, incarnation);
    long number = ++records[destination];
    if (isWithPayload()) {
      mirrors.record(destination, number, head, payload);
      return true;
    }
    boolean all = payload.remaining() == length;
    mirrors.piece(destination, number, head, 0, payload);
    return all;
  }

  private boolean isWithPayload() {
    return !MessageHeader.matches(head) || MessageHeader.kind(head) == MessageHeader.MESSAGE;
  }

  /** Takes the next piece of the payload of the last record to that rank. */
  public void piece(int destination, long offset, ByteBuffer piece) {
    mirrors.piece(destination, records[destination], head.clear().limit(0), offset, piece);
  }

  /** The last message to that rank that this host had before this copy; 0 if there was none. */
  public long before(int destination) {
    return mirrors.inherited(destination);
  }

  @Override
  public void close() {
    mirrors.close();
    bell.close();
  }
}
