package org.ftmpj.protocol.rank;

import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.event.ValueKind;

/**
 * Values that the program reads from outside MPI: recorded, and repeated in replay (protocol rule
 * RECORDED_VALUE). One thread.
 */
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
    Determinant.Value recorded = begin(kind);
    long now = clock.now();
    if (recorded != null) {
      return repeat(recorded);
    }
    states.requireNewOutcome(now, what(kind));
    return readNew(now, kind, actual);
  }

  /** Begins to read a number. Returns its record in an earlier incarnation; null if it is new. */
  Determinant.Value begin(ValueKind kind) {
    long now = clock.tick();
    Determinant recorded = cursor.outcome(now, Determinant.Value.class, false, what(kind));
    if (recorded instanceof Determinant.Value v) {
      requireKind(now, kind, v.kind(), v);
      return v;
    }
    return null;
  }

  long repeat(Determinant.Value recorded) {
    if (recorded.kind() == ValueKind.NANO_TIME) {
      lastNanoTime = recorded.value();
    }
    states.advance();
    return recorded.value();
  }

  /** Reads the number; to be called when a new outcome is permitted. */
  long readNew(long now, ValueKind kind, LongSupplier actual) {
    long value = actual.getAsLong();
    if (kind == ValueKind.NANO_TIME) {
      value = notBackwards(value);
      lastNanoTime = value;
    }
    recorder.value(now, kind, value);
    return value;
  }

  /** Anything else. */
  byte[] readData(ValueKind kind, Supplier<byte[]> actual) {
    Determinant.Data recorded = beginData(kind);
    long now = clock.now();
    if (recorded != null) {
      return repeat(recorded);
    }
    states.requireNewOutcome(now, what(kind));
    return readNewData(now, kind, actual);
  }

  /** Begins to read something else. Returns its record; null if it is new. */
  Determinant.Data beginData(ValueKind kind) {
    long now = clock.tick();
    Determinant recorded = cursor.outcome(now, Determinant.Data.class, false, what(kind));
    if (recorded instanceof Determinant.Data d) {
      requireKind(now, kind, d.kind(), d);
      return d;
    }
    return null;
  }

  byte[] repeat(Determinant.Data recorded) {
    states.advance();
    return recorded.bytes().clone();
  }

  /** Reads it; to be called when a new outcome is permitted. */
  byte[] readNewData(long now, ValueKind kind, Supplier<byte[]> actual) {
    byte[] bytes = actual.get();
    recorder.recordData(now, kind, bytes);
    return bytes;
  }

  static String what(ValueKind kind) {
    return READS[kind.ordinal()];
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
