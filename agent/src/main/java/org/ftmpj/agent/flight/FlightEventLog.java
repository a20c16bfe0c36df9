package org.ftmpj.agent.flight;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.ftmpj.protocol.event.EventLog;

/** An event log whose waits are events. */
final class FlightEventLog implements EventLog {
  private final EventLog log;

  FlightEventLog(EventLog log) {
    this.log = log;
  }

  @Override
  public long history(Consumer<ByteBuffer> record) {
    return log.history(record);
  }

  @Override
  public long append(ByteBuffer record) {
    return log.append(record);
  }

  @Override
  public long stable() {
    return log.stable();
  }

  @Override
  public void awaitStable(long number) {
    GateWaitEvent event = new GateWaitEvent();
    event.begin();
    log.awaitStable(number);
    event.end();
    if (event.shouldCommit()) {
      event.record = number;
      event.commit();
    }
  }

  @Override
  public void close() {
    log.close();
  }
}
