package org.ftmpj.protocol.channel;

/**
 * What connects one rank with all others: the channel logs that it writes and reads, and how it
 * waits for what arrives.
 */
public interface Interconnect extends OutboundLogs, InboundLogs, ArrivalWaits, AutoCloseable {

  int rank();

  @Override
  int size();

  /**
   * Publishes how far this rank has come: its operation clock, for supervision, if there is any.
   */
  default void progress(long clock) {}

  @Override
  void close();
}
