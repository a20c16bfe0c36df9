package org.ftmpj.protocol.channel;

import java.nio.ByteBuffer;

/**
 * The channel logs that a rank reads, one from each source.
 *
 * <p>Used by one thread. Every method throws {@link org.ftmpj.common.error.FtmpjException} when a
 * log cannot be read because it is damaged ({@code LOG_CORRUPT}).
 */
public interface InboundLogs {

  /** The number of ranks. */
  int size();

  /**
   * The next arrival of any source; null if there is none now. The arrivals of a source come in the
   * order of its log, from the first one on, or from the position that {@link
   * RestorableInterconnect#readAfter} has set. The cost of a call does not grow with the number of
   * ranks that have sent nothing. An arrival may be found up to 100 ms late.
   *
   * @return valid until the next call; copy it to keep its values
   */
  Arrival next();

  /** The position up to which {@link #next} has read the log of a source. */
  ReadPosition read(int source);

  /**
   * Copies a message's payload, at any time after its arrival and as often as needed. If the
   * position is {@link Arrival.Message#BY_NUMBER} and the message is not in the log yet, waits for
   * it.
   *
   * @param fixed receives the static part from its position on; its position does not change
   * @param dynamic receives the dynamic part; null if the message has none
   */
  void copy(Arrival.Message message, ByteBuffer fixed, byte[] dynamic);
}
