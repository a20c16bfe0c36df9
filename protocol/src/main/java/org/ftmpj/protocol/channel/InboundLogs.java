package org.ftmpj.protocol.channel;

import java.nio.ByteBuffer;

/**
 * The channel logs that a rank reads, one from each source.
 *
 * <p>Used by one thread. Every method throws {@link org.ftmpj.common.error.FtmpjException} when a
 * log cannot be read because it is damaged ({@code LOG_CORRUPT}).
 */
public interface InboundLogs {

  /** How many ranks there are. */
  int size();

  /**
   * The next arrival of any source, from the very first of each log on, or from where {@link
   * RestorableInterconnect#readAfter} says, and in the order of its log; null if there is none now,
   * of any source. What a call costs does not grow with the number of ranks that have sent nothing.
   * An arrival may be found up to 100 ms late.
   *
   * @return valid until the next call; to keep what it says, copy it
   */
  Arrival next();

  /** How far the log of that source was read by {@link #next}. */
  ReadPosition read(int source);

  /**
   * Copies a message's payload. Can be done at any time after its arrival, once or more often. One
   * whose position is {@link Arrival.Message#BY_NUMBER} is waited for if it is not in the log yet.
   *
   * @param fixed receives the static part from its position on; its position is left unchanged
   * @param dynamic receives the dynamic part; null if the message has none
   */
  void copy(Arrival.Message message, ByteBuffer fixed, byte[] dynamic);
}
