package org.ftmpj.protocol.channel;

import java.nio.ByteBuffer;

/**
 * The channel logs of one rank: those it writes, one to each destination, and those it reads, one
 * from each source. The log is the transport: to send is to append, and the receiver reads the same
 * log.
 *
 * <p>Used by one thread. Every method throws {@link org.ftmpj.common.error.FtmpjException} when a
 * log cannot be written ({@code LOG_NOT_WRITABLE}) or is damaged ({@code LOG_CORRUPT}).
 */
public interface Interconnect extends AutoCloseable {

  int rank();

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
   * The next arrival from that source, in the order of its log from the very first; null if there
   * is none now. Valid until the next call for that source: who keeps what it says copies it.
   */
  Arrival poll(int source);

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
   * Copies a message's payload. Can be done at any time after its arrival, once or more often.
   *
   * @param fixed receives the static part from its position on; its position is left unchanged
   * @param dynamic receives the dynamic part; null if the message has none
   */
  void copy(Arrival.Message message, ByteBuffer fixed, byte[] dynamic);

  /**
   * Whether {@link #poll} of some source would probably give something. Cheap; may err for up to
   * 100 ms.
   */
  boolean hasArrivals();

  /**
   * Waits until something may have arrived: spins for a time it adapts, then sleeps on this rank's
   * doorbell. Returns after at most 100 ms, also when nothing has arrived (protocol rule
   * LOST_WAKE_UP).
   */
  void awaitArrivals();

  /** Ends {@link #awaitArrivals} in another thread soon. */
  default void wake() {}

  /**
   * Polls of the program have found nothing, so many times in a row: a moment to leave the
   * processor to others, perhaps to the very rank that is waited for. Returns soon.
   */
  default void rest(long failedPolls) {}

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

  /** Publishes how far this rank has come: its operation clock, for supervision. */
  void progress(long clock);

  @Override
  void close();
}
