package org.ftmpj.protocol.channel;

import java.nio.ByteBuffer;

/**
 * The channel logs that a rank writes, one to each destination. The log is the transport: to send
 * is to append, and the receiver reads the same log.
 *
 * <p>Used by one thread. Every method throws {@link org.ftmpj.common.error.FtmpjException} when a
 * log cannot be written ({@code LOG_NOT_WRITABLE}) or is damaged ({@code LOG_CORRUPT}).
 */
public interface OutboundLogs {

  /** How many ranks there are. */
  int size();

  /**
   * Appends a message and rings the receiver's doorbell. When it returns the message is in the log,
   * complete and visible. If the process dies within, the message is either complete or as if it
   * had never been begun.
   *
   * @param destination a rank; may be this one
   * @param sequence its channel sequence number, one more than that of the last message on the
   *     channel
   * @param envelope valid during the call only, which sets its digest
   * @param fixed static part, from its position, {@code envelope.fixedLength()} bytes; left
   *     unchanged
   * @param dynamic dynamic part, {@code envelope.dynamicLength()} bytes; null if that is 0
   */
  void send(int destination, long sequence, Envelope envelope, ByteBuffer fixed, byte[] dynamic);

  /** Tells {@code destination} that its synchronous message of that sequence number was matched. */
  void mark(int destination, long sequence);

  /**
   * The next message that the log to that destination already holds and that this incarnation has
   * not sent again yet; null if there is none. Messages that are incomplete are not held. Valid
   * until the next call for that destination.
   */
  Arrival.Message held(int destination);

  /**
   * Copies the payload of the held message. May take long: for the report of an error.
   *
   * @param fixed receives the static part, from 0 on
   * @param dynamic receives the dynamic part
   * @return false if it cannot be had
   */
  default boolean copyHeld(int destination, ByteBuffer fixed, byte[] dynamic) {
    return false;
  }

  /** Goes on to the next held message: this incarnation has sent that one again. */
  void skipHeld(int destination);

  /**
   * This incarnation has sent the held message again, and it is the same. Drops it, and goes on to
   * the next one. A log of which only the messages' envelopes are left, because its host was lost,
   * appends it as {@link #send} does.
   */
  default void sendAgain(
      int destination, long sequence, Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
    skipHeld(destination);
  }
}
