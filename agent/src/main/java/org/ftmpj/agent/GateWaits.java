package org.ftmpj.agent;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.transport.control.ControlBlock;

/** An event log whose waits can be seen from outside while the job runs. */
final class GateWaits implements EventLog {
  private final EventLog log;
  private final ControlBlock control;
  private final int rank;

  GateWaits(EventLog log, ControlBlock control, int rank) {
    this.log = log;
    this.control = control;
    this.rank = rank;
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
    long startNs = System.nanoTime();
    log.awaitStable(number);
    control.waitedAtGate(rank, System.nanoTime() - startNs);
  }

  @Override
  public void close() {
    log.close();
  }
}
