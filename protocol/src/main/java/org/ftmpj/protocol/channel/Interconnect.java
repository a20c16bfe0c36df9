package org.ftmpj.protocol.channel;

/**
 * The connection of one rank with all others: the channel logs that it writes and reads, and the
 * wait for arrivals.
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
