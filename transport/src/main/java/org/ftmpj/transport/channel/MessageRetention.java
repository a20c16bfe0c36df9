package org.ftmpj.transport.channel;

/**
 * The first messages of the logs of a rank that may still be read: by the receiver, and by the next
 * incarnation of the sender, which compares. Any thread.
 */
@FunctionalInterface
public interface MessageRetention {
  /** All messages. */
  MessageRetention ALL = destination -> 0;

  /** The number of the first message that may be read; never decreases. */
  long from(int destination);

  /** Whether all messages are needed so far. */
  default boolean isAll() {
    return this == ALL;
  }
}
