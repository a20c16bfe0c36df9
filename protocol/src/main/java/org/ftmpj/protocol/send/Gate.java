package org.ftmpj.protocol.send;

import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.protocol.replay.Recorder;

/**
 * Keeps all output in the rank until every determinant so far is stable (pessimistic logging: a
 * process must never depend on an unlogged event of another one; paper, section 2.1). One thread.
 */
public final class Gate {
  private final EventLog log;
  private final Recorder recorder;
  private long waits;

  public Gate(EventLog log, Recorder recorder) {
    this.log = log;
    this.recorder = recorder;
  }

  /** Whether some determinants so far are not stable yet. */
  public boolean isClosed() {
    long last = recorder.flush();
    return log.stable() < last;
  }

  /** Returns when every determinant so far is stable. */
  public void await() {
    waits++;
    log.awaitStable(recorder.flush());
  }

  /** Sets the number of waits so far, in a new gate. */
  public void restore(long waitsBefore) {
    waits = waitsBefore;
  }

  /** The number of times when there was something to wait for. */
  public long waits() {
    return waits;
  }
}
