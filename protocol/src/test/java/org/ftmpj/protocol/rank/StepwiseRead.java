package org.ftmpj.protocol.rank;

import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.event.ValueKind;

/**
 * A read of a value from outside MPI.
 *
 * @param <D> its record
 * @param <V> the value
 */
final class StepwiseRead<D extends Determinant, V> extends StepwiseOperation {

  /** Reads a value that has no record. */
  private interface New<V> {
    V read(long clock);
  }

  private final RankCore core;
  private final ValueKind kind;
  private final Supplier<D> begin;
  private final Function<D, V> repeat;
  private final New<V> actual;
  private long clock;
  private D recorded;
  private V value;

  private StepwiseRead(
      RankCore core, ValueKind kind, Supplier<D> begin, Function<D, V> repeat, New<V> actual) {
    this.core = core;
    this.kind = kind;
    this.begin = begin;
    this.repeat = repeat;
    this.actual = actual;
  }

  /** A read of a number. */
  static StepwiseRead<Determinant.Value, Long> value(
      RankCore core, ValueKind kind, LongSupplier actual) {
    ExternalValues values = core.values;
    return new StepwiseRead<>(
        core,
        kind,
        () -> values.begin(kind),
        values::repeat,
        clock -> values.readNew(clock, kind, actual));
  }

  /** A read of anything else. */
  static StepwiseRead<Determinant.Data, byte[]> data(
      RankCore core, ValueKind kind, Supplier<byte[]> actual) {
    ExternalValues values = core.values;
    return new StepwiseRead<>(
        core,
        kind,
        () -> values.beginData(kind),
        values::repeat,
        clock -> values.readNewData(clock, kind, actual));
  }

  @Override
  void begin() {
    recorded = begin.get();
    clock = core.clock.now();
  }

  @Override
  Outcome attempt() {
    if (recorded != null) {
      value = repeat.apply(recorded);
    } else if (core.states.barsNewOutcome(clock, ExternalValues.what(kind))) {
      return Outcome.BLOCKED;
    } else {
      value = actual.read(clock);
    }
    return Outcome.DONE;
  }

  @Override
  boolean isReplayed() {
    return recorded != null;
  }

  @Override
  boolean isOpen() {
    return recorded == null;
  }

  /** What was read, when it is done. */
  V value() {
    return value;
  }
}
