package org.ftmpj.transport.channel;

import java.nio.ByteBuffer;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.ReadPosition;

/**
 * A recorded channel log, from its first retained record on, whatever incarnations wrote it. Opened
 * without the right to write; changes nothing. One thread.
 *
 * <p>Methods throw {@link org.ftmpj.common.error.FtmpjException}: {@code LOG_CORRUPT}, {@code
 * LOG_VERSION}.
 */
public final class RecordedChannel implements AutoCloseable {
  private final InboundChannel channel;

  /** The number of removed messages before the first one returned. */
  private final long removed;

  /**
   * @param layout the job; without such a channel log this one is empty
   */
  public RecordedChannel(JobLayout layout, int source, int destination) {
    this(InboundChannel.readOnly(layout, source, destination), 0);
  }

  private RecordedChannel(InboundChannel channel, long removed) {
    this.channel = channel;
    this.removed = removed;
  }

  /**
   * Opens the rest of a log of which a part may have been removed: messages without digests, whose
   * payloads cannot be copied.
   *
   * @param needed the first message that may not have been removed; 0 or 1 for all
   * @throws org.ftmpj.common.error.FtmpjException {@code LOG_DROPPED} if it has been
   */
  public static RecordedChannel left(JobLayout layout, int source, int destination, long needed) {
    InboundChannel channel = InboundChannel.envelopes(layout, source, destination);
    long first = channel.first();
    if (first > 1) {
      channel.open(Math.min(first, Math.max(1, needed)));
    }
    return new RecordedChannel(channel, first - 1);
  }

  /** The number of messages that were removed before those of {@link #left}. */
  public long removed() {
    return removed;
  }

  /**
   * Opens a log after a message that it has.
   *
   * @param last number of the message; 0 for the beginning
   */
  static RecordedChannel after(JobLayout layout, int source, int destination, long last) {
    RecordedChannel recorded = new RecordedChannel(layout, source, destination);
    recorded.readAfter(new ReadPosition(last, 0));
    return recorded;
  }

  /**
   * Opens a log after that message; the next one need not be there yet. Payloads of earlier
   * messages may have been removed. Of those before it, payloads may have been removed.
   */
  static RecordedChannel passingOver(JobLayout layout, int source, int destination, long last) {
    RecordedChannel recorded = new RecordedChannel(layout, source, destination);
    recorded.channel.leave(last + 1);
    recorded.readAfter(new ReadPosition(last, 0).onOtherHost());
    return recorded;
  }

  /**
   * Goes on after that position. To be called before anything was read.
   *
   * @throws org.ftmpj.common.error.FtmpjException {@code LOG_CORRUPT} if the log ends before it,
   *     {@code LOG_DROPPED} if it begins after it
   */
  public void readAfter(ReadPosition position) {
    channel.readAfter(position);
  }

  /** How far it was read. */
  public ReadPosition read() {
    return channel.read();
  }

  /** The next message or mark that is complete; null after the last. */
  public Arrival next() {
    return channel.poll();
  }

  /** See {@link org.ftmpj.protocol.channel.Interconnect#copy}. */
  public void copy(Arrival.Message message, ByteBuffer fixed, byte[] dynamic) {
    channel.copy(message, fixed, dynamic);
  }

  /**
   * Copies the payload of the message of that number, which is still unread.
   *
   * @return false if there is none
   */
  public boolean copy(long sequence, ByteBuffer fixed, byte[] dynamic) {
    for (Arrival next = next(); next != null; next = next()) {
      if (next instanceof Arrival.Message message && message.sequence() == sequence) {
        copy(message, fixed, dynamic);
        return true;
      }
    }
    return false;
  }

  /** The incarnation that wrote what was read last; 0 before the first record. */
  public int incarnation() {
    return channel.incarnation();
  }

  /** Records read so far. */
  public long recordsRead() {
    return channel.recordsRead();
  }

  @Override
  public void close() {
    channel.close();
  }
}
