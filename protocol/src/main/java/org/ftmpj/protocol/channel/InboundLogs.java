package org.ftmpj.protocol.channel;

import java.nio.ByteBuffer;

/**
 * The channel logs that a rank reads, one from each source. What comes next of any source is found
 * by {@link #ready}, without a look at every rank, and {@link #poll}.
 *
 * <p>Used by one thread. Every method throws {@link org.ftmpj.common.error.FtmpjException} when a
 * log cannot be read because it is damaged ({@code LOG_CORRUPT}).
 */
public interface InboundLogs {

  /** How many ranks there are. */
  int size();

  /**
   * The next source of which {@link #poll} would probably give something; cheap, and may err for up
   * to 100 ms.
   *
   * @param from the first one that is looked at; may be {@link #size}
   * @return {@code from} or a greater one; -1 if there is none
   */
  default int ready(int from) {
    return from < size() ? from : -1;
  }

  /**
   * The next arrival from that source, in the order of its log from the very first; null if there
   * is none now. Valid until the next call for that source: who keeps what it says copies it.
   */
  Arrival poll(int source);

  /**
   * Copies a message's payload. Can be done at any time after its arrival, once or more often.
   *
   * @param fixed receives the static part from its position on; its position is left unchanged
   * @param dynamic receives the dynamic part; null if the message has none
   */
  void copy(Arrival.Message message, ByteBuffer fixed, byte[] dynamic);
}
