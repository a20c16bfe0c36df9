package org.ftmpj.protocol.channel;

/**
 * An interconnect whose rank can go on from a checkpoint (protocol rule RESTORED_FROM_POSITIONS).
 */
public interface RestorableInterconnect extends Interconnect {

  /**
   * Makes {@link #next} go on after the position that a checkpoint has. Payloads of messages before
   * that position can still be copied. To be called before {@link #next}.
   *
   * <p>Does not wait for the message of a position {@link ReadPosition#isByNumber by number}, which
   * may not be in the log yet: the message is skipped when it comes. Marks before it are returned
   * again.
   */
  void readAfter(int source, ReadPosition position);

  /**
   * Makes {@link #recorded} begin after the last message that was sent before a checkpoint. To be
   * called before any other method for that destination.
   *
   * @throws org.ftmpj.common.error.FtmpjException {@code LOG_CORRUPT} if the log ends before it
   */
  void sendAfter(int destination, long sequence);
}
