package org.ftmpj.hostd.logs;

/**
 * The gate at the edge of a host: everything that leaves the host (records of channel logs, lines
 * for the console) waits here until nothing that it may depend on can be lost with the host. Any
 * thread.
 */
@FunctionalInterface
public interface EdgeGate extends AutoCloseable {
  /** The gate at durability level {@code process}, where a lost host ends the job. */
  EdgeGate OPEN = () -> {};

  /**
   * Waits until every determinant is stable that the ranks of this host had before the call.
   *
   * @throws org.ftmpj.common.error.FtmpjException if that is impossible: nothing may leave any more
   */
  void pass() throws InterruptedException;

  /** Closes the gate: nothing leaves any more, and waiting threads get an exception. */
  @Override
  default void close() {}
}
