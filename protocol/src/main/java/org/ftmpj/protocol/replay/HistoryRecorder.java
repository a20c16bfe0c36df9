package org.ftmpj.protocol.replay;

import org.ftmpj.protocol.event.ValueKind;
import org.ftmpj.protocol.report.Awaited;
import org.ftmpj.protocol.report.OperationHistory;

/**
 * Notes the program's calls in the {@link OperationHistory}, until the rank is live. One thread.
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

  /** Notes an operation that is about to begin and will tick the clock. */
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

  /** Notes a value from outside that is about to be read. */
  public void nextRead(ValueKind kind) {
    if (!states.isRecording()) {
      operations.noteRead(clock.now() + 1, kind);
    }
  }

  /** Notes an output, which does not tick the clock and is about to pass the gate. */
  public void output() {
    if (!states.isRecording()) {
      operations.note(OperationHistory.Kind.OUTPUT, clock.now());
    }
  }

  /** Notes a wait for one operation, which does not tick the clock and is about to begin. */
  public void await(Awaited one) {
    if (!states.isRecording()) {
      one.noteWait(operations, clock.now());
    }
  }
}
