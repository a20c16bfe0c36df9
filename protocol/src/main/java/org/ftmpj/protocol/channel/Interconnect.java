package org.ftmpj.protocol.channel;

/**
 * The connection of one rank with all others: the channel logs that it writes and reads, and the
 * wait for arrivals.
 */
public interface Interconnect extends OutboundLogs, InboundLogs, ArrivalWaits, AutoCloseable {

  int rank();

  @Override
  int size();

  /** Publishes the operation clock of this rank, by which a supervisor sees its progress. */
  default void progress(long clock) {}

  @Override
  void close();
}
