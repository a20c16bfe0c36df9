package org.ftmpj.protocol.rank;

import java.util.function.Supplier;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.event.ValueKind;

/** A read of something other than a number. */
final class DataRead extends Read {
  private static final byte[] NOTHING = {};

  private Supplier<byte[]> actual;
  private byte[] bytes;

  DataRead(RankCore core) {
    super(core, Determinant.Data.class);
  }

  DataRead of(ValueKind kind, Supplier<byte[]> read) {
    reads(kind);
    actual = read;
    return this;
  }

  @Override
  ValueKind kindOf(Determinant determinant) {
    return ((Determinant.Data) determinant).kind();
  }

  @Override
  void take(Determinant determinant) {
    bytes = ((Determinant.Data) determinant).bytes().clone();
  }

  @Override
  Determinant outcome() {
    return new Determinant.Data(clock(), kind(), bytes == null ? NOTHING : bytes.clone());
  }

  @Override
  void readNew() {
    bytes = actual.get();
    core.recorder.recordData(clock(), kind(), bytes);
  }

  /** The bytes that were read, once the operation is done. */
  byte[] bytes() {
    return bytes;
  }

  @Override
  void clear() {
    super.clear();
    actual = null;
    bytes = null;
  }
}
