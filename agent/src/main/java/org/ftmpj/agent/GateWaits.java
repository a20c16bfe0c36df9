package org.ftmpj.agent;

import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.protocol.event.ForwardingEventLog;
import org.ftmpj.transport.control.ControlBlock;

/** An event log whose waits can be seen from outside while the job runs. */
final class GateWaits extends ForwardingEventLog {
  private final ControlBlock control;
  private final int rank;

  GateWaits(EventLog log, ControlBlock control, int rank) {
    super(log);
    this.control = control;
    this.rank = rank;
  }

  @Override
  public void awaitStable(long number) {
    long startNs = System.nanoTime();
    super.awaitStable(number);
    control.waitedAtGate(rank, System.nanoTime() - startNs);
  }
}
