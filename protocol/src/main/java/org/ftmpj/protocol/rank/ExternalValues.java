package org.ftmpj.protocol.rank;

import java.util.function.LongSupplier;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.event.ValueKind;

/** Values that the program reads from outside MPI: recorded, and repeated in replay. One thread. */
final class ExternalValues {
  private final OperationClock clock;
  private final ReplayCursor cursor;
  private final Recorder recorder;
  private final RankStates states;
  private long lastNanoTime = Long.MIN_VALUE;
  private long nanoTimeOffset;

  ExternalValues(OperationClock clock, ReplayCursor cursor, Recorder recorder, RankStates states) {
    this.clock = clock;
    this.cursor = cursor;
    this.recorder = recorder;
    this.states = states;
  }

  long read(ValueKind kind, LongSupplier actual) {
    long now = clock.tick();
    Determinant recorded = cursor.outcome(now, Determinant.Value.class, false, "a read of " + kind);
    long value;
    if (recorded instanceof Determinant.Value v) {
      if (v.kind() != kind) {
        throw cursor.diverged(now, "reads " + kind, v);
      }
      value = v.value();
      states.advance();
    } else {
      states.requireNewOutcome(now, "a read of " + kind);
      value = actual.getAsLong();
      if (kind == ValueKind.NANO_TIME) {
        value = notBackwards(value);
      }
      recorder.record(new Determinant.Value(now, kind, value));
    }
    if (kind == ValueKind.NANO_TIME) {
      lastNanoTime = value;
    }
    return value;
  }

  /**
   * {@code nanoTime} has another origin in another virtual machine; for the program it must not run
   * backwards.
   */
  private long notBackwards(long nanoTime) {
    long value = nanoTime + nanoTimeOffset;
    if (lastNanoTime != Long.MIN_VALUE && value < lastNanoTime) {
      nanoTimeOffset += lastNanoTime - value;
      return lastNanoTime;
    }
    return value;
  }
}
