package org.ftmpj.protocol.rank;

import org.ftmpj.protocol.event.ValueKind;

/** Keeps the {@link Trail} of what the program calls, until the rank is live. One thread. */
final class TrailKeeper {
  private final Trail trail;
  private final RankStates states;
  private final OperationClock clock;

  TrailKeeper(Trail trail, RankStates states, OperationClock clock) {
    this.trail = trail;
    this.states = states;
    this.clock = clock;
  }

  /** An operation that will tick the clock is about to begin. */
  void next(Trail.Kind kind) {
    if (!states.isRecording()) {
      trail.note(kind, clock.now() + 1);
    }
  }

  /** The same, with another rank. */
  void next(Trail.Kind kind, int peer, int context, int tag) {
    if (!states.isRecording()) {
      trail.note(kind, clock.now() + 1, peer, context, tag);
    }
  }

  /** A value from outside is about to be read. */
  void nextRead(ValueKind kind) {
    if (!states.isRecording()) {
      trail.noteRead(clock.now() + 1, kind);
    }
  }

  /** An output, which does not tick, is about to pass the gate. */
  void output() {
    if (!states.isRecording()) {
      trail.note(Trail.Kind.OUTPUT, clock.now());
    }
  }

  /** A wait for one operation, which does not tick, is about to begin. */
  void await(PendingRequest request) {
    if (states.isRecording()) {
      return;
    }
    if (request instanceof Receive receive) {
      receive.noteWait(trail);
    } else {
      trail.note(Trail.Kind.WAIT, clock.now());
    }
  }
}
