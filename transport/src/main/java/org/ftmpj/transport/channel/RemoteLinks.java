package org.ftmpj.transport.channel;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.ftmpj.transport.control.ControlBlock;

/** The connections of a rank with ranks of other hosts, as its channels use them. Any thread. */
public interface RemoteLinks extends AutoCloseable {
  /** Opens no connections: all ranks are on this host, or messages go through the daemons. */
  Opener NONE = control -> Optional.empty();

  /** Opens the connections of a rank. */
  @FunctionalInterface
  interface Opener {
    /** Opens them; empty if the rank is to have none. */
    Optional<RemoteLinks> open(ControlBlock control);
  }

  /** Whether that rank is on another host. */
  boolean isRemote(int other);

  /** The port of the rank's doorbell, at which {@link #sleep} waits, too. */
  int bellPort();

  /** Sends what was appended to the log to that rank, as far as the network takes it. */
  void send(int destination);

  /** Takes in what has come, without waiting. */
  void poll();

  /**
   * Waits for a limited time until something may have come from this host or another one.
   *
   * @param arrived whether there is something already
   */
  void sleep(BooleanSupplier arrived);

  /** Waits, after the end of the program, until other hosts have all that the rank has sent. */
  void finish();

  @Override
  void close();
}
