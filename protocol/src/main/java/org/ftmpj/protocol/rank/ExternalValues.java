package org.ftmpj.protocol.rank;

import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.event.ValueKind;

/** Values that the program reads from outside MPI: recorded, and repeated in replay. One thread. */
final class ExternalValues {
  /** By kind. */
  private static final String[] READS =
      Arrays.stream(ValueKind.values()).map(kind -> "a read of " + kind).toArray(String[]::new);

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

  /** A number. */
  long read(ValueKind kind, LongSupplier actual) {
    long now = clock.tick();
    String what = READS[kind.ordinal()];
    Determinant recorded = cursor.outcome(now, Determinant.Value.class, false, what);
    long value;
    if (recorded instanceof Determinant.Value v) {
      requireKind(now, kind, v.kind(), v);
      value = v.value();
      states.advance();
    } else {
      states.requireNewOutcome(now, what);
      value = kind == ValueKind.NANO_TIME ? notBackwards(actual.getAsLong()) : actual.getAsLong();
      recorder.value(now, kind, value);
    }
    if (kind == ValueKind.NANO_TIME) {
      lastNanoTime = value;
    }
    return value;
  }

  /** Anything else. */
  byte[] readData(ValueKind kind, Supplier<byte[]> actual) {
    long now = clock.tick();
    String what = READS[kind.ordinal()];
    Determinant recorded = cursor.outcome(now, Determinant.Data.class, false, what);
    if (recorded instanceof Determinant.Data d) {
      requireKind(now, kind, d.kind(), d);
      states.advance();
      return d.bytes().clone();
    }
    states.requireNewOutcome(now, what);
    byte[] bytes = actual.get();
    recorder.recordData(now, kind, bytes);
    return bytes;
  }

  private void requireKind(long now, ValueKind kind, ValueKind found, Determinant recorded) {
    if (found != kind) {
      throw cursor.diverged(now, "reads " + kind, recorded);
    }
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
