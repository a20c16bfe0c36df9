package org.ftmpj.protocol.channel;

/**
 * An interconnect whose rank can go on from a checkpoint (protocol rule RESTORED_FROM_POSITIONS).
 */
public interface RestorableInterconnect extends Interconnect {

  /**
   * What a checkpoint holds was read before: {@link #next} goes on after it. Payloads of messages
   * before that position can be copied as before. To be called before {@link #next}.
   *
   * <p>Does not wait for the message of a position {@link ReadPosition#isByNumber by number}, which
   * may not be in the log yet: it is passed over when it comes. Marks before it are given again.
   */
  void readAfter(int source, ReadPosition position);

  /**
   * Messages up to that one were sent before a checkpoint: {@link #held} begins after it. To be
   * called before anything else is asked about that destination.
   *
   * @throws org.ftmpj.common.error.FtmpjException {@code LOG_CORRUPT} if the log ends before it
   */
  void sendAfter(int destination, long sequence);
}
