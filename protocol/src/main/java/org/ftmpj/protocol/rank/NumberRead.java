package org.ftmpj.protocol.rank;

import java.util.function.LongSupplier;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.event.ValueKind;

/** A read of a number. */
final class NumberRead extends Read {
  private LongSupplier actual;
  private long value;

  NumberRead(RankCore core) {
    super(core, Determinant.Value.class);
  }

  NumberRead of(ValueKind kind, LongSupplier read) {
    reads(kind);
    actual = read;
    return this;
  }

  @Override
  ValueKind kindOf(Determinant determinant) {
    return ((Determinant.Value) determinant).kind();
  }

  @Override
  void take(Determinant determinant) {
    value = ((Determinant.Value) determinant).value();
  }

  @Override
  Determinant outcome() {
    return new Determinant.Value(clock(), kind(), value);
  }

  @Override
  void repeated() {
    if (kind() == ValueKind.NANO_TIME) {
      core.nanoTime.repeat(value);
    }
  }

  @Override
  void readNew() {
    value = actual.getAsLong();
    if (kind() == ValueKind.NANO_TIME) {
      value = core.nanoTime.next(value);
    }
    core.recorder.value(clock(), kind(), value);
  }

  /** The number that was read, once the operation is done. */
  long value() {
    return value;
  }

  @Override
  void clear() {
    super.clear();
    actual = null;
  }
}
