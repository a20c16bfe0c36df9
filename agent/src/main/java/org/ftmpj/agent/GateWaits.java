package org.ftmpj.agent;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.protocol.event.ForwardingEventLog;
import org.ftmpj.protocol.report.LongWait;
import org.ftmpj.transport.control.ControlBlock;

/**
 * An event log whose waits can be seen from outside while the job runs. One thread waits at a time;
 * any may look.
 */
final class GateWaits extends ForwardingEventLog {
  private static final long LONG_NS = TimeUnit.SECONDS.toNanos(1);

  private final ControlBlock control;
  private final int rank;
  private long startNs;

  /** The thread that waits since then; null if none does. */
  private volatile Thread waiter;

  GateWaits(EventLog log, ControlBlock control, int rank) {
    super(log);
    this.control = control;
    this.rank = rank;
  }

  @Override
  public void awaitStable(long number) {
    startNs = System.nanoTime();
    waiter = Thread.currentThread();
    super.awaitStable(number);
    waiter = null;
    control.waitedAtGate(rank, System.nanoTime() - startNs);
  }

  /** The present wait, if it is one of a second or longer. */
  Optional<LongWait> longWait() {
    Thread seen = waiter;
    long sinceNs = startNs;
    if (seen == null || System.nanoTime() - sinceNs < LONG_NS) {
      return Optional.empty();
    }
    LongWait wait = LongWait.of(sinceNs, seen.getName(), seen.getStackTrace(), "the event logger");
    return waiter == seen && startNs == sinceNs ? Optional.of(wait) : Optional.empty();
  }
}
