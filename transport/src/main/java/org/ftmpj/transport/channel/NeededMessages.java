package org.ftmpj.transport.channel;

/**
 * From which message on the logs of a rank to the others may still be read: a log by its receiver,
 * and by the next incarnation of its sender, who compares. Any thread.
 */
@FunctionalInterface
public interface NeededMessages {
  /** All of them. */
  NeededMessages ALL = destination -> 0;

  /** The number of a message; never goes back. */
  long from(int destination);

  /** Whether it is all of them, so far. */
  default boolean isAll() {
    return this == ALL;
  }
}
