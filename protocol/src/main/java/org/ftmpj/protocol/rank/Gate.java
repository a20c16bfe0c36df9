package org.ftmpj.protocol.rank;

import org.ftmpj.protocol.event.EventLog;

/**
 * Nothing leaves the rank before every determinant so far is stable (pessimistic logging: a process
 * must never depend on an unlogged event of another one; paper, section 2.1). One thread.
 */
final class Gate {
  private final EventLog log;
  private final Recorder recorder;
  private long waits;

  Gate(EventLog log, Recorder recorder) {
    this.log = log;
    this.recorder = recorder;
  }

  /** Whether some determinants so far are not stable yet. */
  boolean isClosed() {
    long last = recorder.flush();
    return log.stable() < last;
  }

  /** Returns when every determinant so far is stable. */
  void await() {
    waits++;
    log.awaitStable(recorder.flush());
  }

  /** Goes on after so many waits; of a new gate. */
  void restore(long waitsBefore) {
    waits = waitsBefore;
  }

  /** How often there was something to wait for. */
  long waits() {
    return waits;
  }
}
