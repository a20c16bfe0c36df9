package org.ftmpj.protocol.channel;

import java.nio.ByteBuffer;

/**
 * The channel logs that a rank writes, one for each destination. The log is the transport: sending
 * is appending, and the receiver reads the same log.
 *
 * <p>Used by one thread. Every method throws {@link org.ftmpj.common.error.FtmpjException} when a
 * log cannot be written ({@code LOG_NOT_WRITABLE}) or is damaged ({@code LOG_CORRUPT}).
 */
public interface OutboundLogs {

  /** The number of ranks. */
  int size();

  /**
   * Appends a message and rings the receiver's doorbell. When this returns, the message is complete
   * and visible in the log. If the process dies during the call, the log has either the complete
   * message or nothing of it.
   *
   * @param destination a rank; may be this one
   * @param sequence its channel sequence number, one more than that of the last message on the
   *     channel
   * @param envelope valid during the call only; the call sets its digest
   * @param fixed static part, {@code envelope.fixedLength()} bytes from its position on; does not
   *     change
   * @param dynamic dynamic part, {@code envelope.dynamicLength()} bytes; null if that is 0
   */
  void send(int destination, long sequence, Envelope envelope, ByteBuffer fixed, byte[] dynamic);

  /**
   * Tells {@code destination} that its synchronous message with this sequence number was matched.
   */
  void mark(int destination, long sequence);

  /**
   * The next message that the log to a destination contains and that this incarnation has not
   * repeated yet; null if there is none. Incomplete messages do not count. Valid until the next
   * call for that destination.
   */
  Arrival.Message recorded(int destination);

  /**
   * Copies the payload of the recorded message, for the report of an error. May take long.
   *
   * @param fixed receives the static part, from 0 on
   * @param dynamic receives the dynamic part
   * @return false if the payload cannot be read
   */
  default boolean copyRecorded(int destination, ByteBuffer fixed, byte[] dynamic) {
    return false;
  }

  /** Skips the recorded message, which this incarnation has sent again. */
  void skipRecorded(int destination);

  /**
   * Drops a repeated send that equals the recorded message, and goes on to the next one. A log that
   * has lost its payloads with its host, and has only envelopes, appends the message as {@link
   * #send} does.
   */
  default void sendAgain(
      int destination, long sequence, Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
    skipRecorded(destination);
  }
}
