package org.ftmpj.agent;

import java.util.concurrent.locks.LockSupport;
import org.ftmpj.agent.process.Place;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.config.Options;
import org.ftmpj.transport.bell.Doorbell;
import org.ftmpj.transport.control.ControlBlock;

/**
 * The wait before an output that leaves the host without passing its daemon, such as a write to a
 * file that other hosts may see: until all determinants that the ranks of this host had are stable
 * at the event loggers. Any thread of the program.
 */
final class EdgeWait {
  /** The wait of jobs in which no host can be lost, which never waits. */
  static final EdgeWait NONE = new EdgeWait(null);

  private static final long SHORTEST_PAUSE_NS = 50_000;
  private static final long LONGEST_PAUSE_NS = 2_000_000;

  private final ControlBlock control;
  private final Doorbell bell;

  private EdgeWait(ControlBlock control) {
    this.control = control;
    this.bell = control == null ? null : Doorbell.open();
  }

  /** The wait of that rank, by the durability that its host's daemon keeps at the edge. */
  static EdgeWait of(Configuration configuration, Place place) {
    return configuration.get(Options.EDGE) == Durability.PROCESS
        ? NONE
        : new EdgeWait(ControlBlock.open(place.layout().control()));
  }

  /** Waits; for ever if nothing may leave this host any more, as its daemon then ends the rank. */
  void await() {
    if (control == null) {
      return;
    }
    // After all that this rank has recorded or seen: a pass that begins later takes it.
    long stamp = control.takeStamp();
    boolean interrupted = false;
    for (long pause = SHORTEST_PAUSE_NS; control.stableBefore() <= stamp; pause = longer(pause)) {
      ring();
      LockSupport.parkNanos(pause);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static long longer(long pause) {
    return Math.min(LONGEST_PAUSE_NS, pause + pause / 2);
  }

  private void ring() {
    synchronized (bell) {
      bell.ring(control.edgePort());
    }
  }
}
