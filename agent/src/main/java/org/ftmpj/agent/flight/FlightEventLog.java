package org.ftmpj.agent.flight;

import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.protocol.event.ForwardingEventLog;

/** An event log whose waits are events. */
final class FlightEventLog extends ForwardingEventLog {
  FlightEventLog(EventLog log) {
    super(log);
  }

  @Override
  public void awaitStable(long number) {
    GateWaitEvent event = new GateWaitEvent();
    event.begin();
    super.awaitStable(number);
    event.end();
    if (event.shouldCommit()) {
      event.record = number;
      event.commit();
    }
  }
}
