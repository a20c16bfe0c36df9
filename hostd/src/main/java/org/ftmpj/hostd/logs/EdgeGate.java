package org.ftmpj.hostd.logs;

/**
 * The gate at the edge of a host: what leaves it (records of channel logs, lines for the console)
 * waits here until nothing that it can depend on can be lost with the host. Any thread.
 */
@FunctionalInterface
public interface EdgeGate extends AutoCloseable {
  /** At durability level {@code process}, where a host that is lost ends the job. */
  EdgeGate OPEN = () -> {};

  /**
   * Waits until every determinant is stable that the ranks of this host had before the call.
   *
   * @throws org.ftmpj.common.error.FtmpjException if that can never be: nothing may leave any more
   */
  void pass() throws InterruptedException;

  /** Nothing leaves any more: what waits ends with an exception. */
  @Override
  default void close() {}
}
