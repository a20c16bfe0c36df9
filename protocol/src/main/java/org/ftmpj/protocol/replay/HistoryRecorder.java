package org.ftmpj.protocol.replay;

import org.ftmpj.protocol.event.ValueKind;
import org.ftmpj.protocol.report.Awaited;
import org.ftmpj.protocol.report.OperationHistory;

/**
 * Keeps the {@link OperationHistory} of what the program calls, until the rank is live. One thread.
 */
public final class HistoryRecorder {
  private final OperationHistory operations;
  private final RankStates states;
  private final OperationClock clock;

  public HistoryRecorder(OperationHistory operations, RankStates states, OperationClock clock) {
    this.operations = operations;
    this.states = states;
    this.clock = clock;
  }

  /** An operation that will tick the clock is about to begin. */
  public void next(OperationHistory.Kind kind) {
    if (!states.isRecording()) {
      operations.note(kind, clock.now() + 1);
    }
  }

  /** Notes the next operation with another rank. */
  public void next(OperationHistory.Kind kind, int peer, int context, int tag) {
    if (!states.isRecording()) {
      operations.note(kind, clock.now() + 1, peer, context, tag);
    }
  }

  /** A value from outside is about to be read. */
  public void nextRead(ValueKind kind) {
    if (!states.isRecording()) {
      operations.noteRead(clock.now() + 1, kind);
    }
  }

  /** An output, which does not tick, is about to pass the gate. */
  public void output() {
    if (!states.isRecording()) {
      operations.note(OperationHistory.Kind.OUTPUT, clock.now());
    }
  }

  /** A wait for one operation, which does not tick, is about to begin. */
  public void await(Awaited one) {
    if (!states.isRecording()) {
      one.noteWait(operations, clock.now());
    }
  }
}
