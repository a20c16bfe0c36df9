package org.ftmpj.agent.checkpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.event.ValueKind;

/**
 * What a program reads from outside before it calls {@code restoreOr}: that part of it runs again
 * in front of each application-level checkpoint, whose rank is past it. So these values are kept in
 * the checkpoint, and come again from there. The thread that runs main.
 */
public final class Prologue implements CheckpointPart {
  /** The prologue of a program that never calls it. */
  private static final int MOST_BYTES = 1 << 24;

  private static final int BYTES_OF_NUMBER = 32;

  private enum Phase {
    /** Values are read by the session, and stored. */
    RECORDING,
    /** Values are those that an earlier incarnation stored. */
    REPEATED,
    /** The program restores its state: nothing may be read. */
    RESTORING,
    /** Values are the session's. */
    OVER
  }

  private Phase phase;
  private List<Object[]> values = new ArrayList<>();
  private int next;
  private long bytes;
  private boolean inputRead;

  /**
   * @param recorded whether the program may call {@code restoreOr}
   */
  public Prologue(boolean recorded) {
    phase = recorded ? Phase.RECORDING : Phase.OVER;
  }

  /**
   * Whether the program is past it.
   *
   * @param read the kind of value that it is about to read
   */
  public boolean isPast(ValueKind read) {
    boolean past = phase == Phase.OVER;
    inputRead |= past && read == ValueKind.INPUT;
    return past;
  }

  /** A number, from the session or an earlier incarnation. */
  public long number(ValueKind kind, LongSupplier session) {
    return (Long) value(kind, session::getAsLong);
  }

  /** Anything else, from the session or an earlier incarnation. */
  public byte[] data(ValueKind kind, Supplier<byte[]> session) {
    return (byte[]) value(kind, session::get);
  }

  private Object value(ValueKind kind, Supplier<Object> session) {
    if (phase == Phase.RECORDING) {
      Object value = session.get();
      keep(kind, value);
      return value;
    }
    if (phase == Phase.RESTORING) {
      throw new FtmpjException(
          ErrorCode.BEFORE_RESTORE,
          "the program reads " + kind + " while its state is restored, where nothing is recorded");
    }
    Object[] value = next < values.size() ? values.get(next++) : null;
    if (value == null || !value[0].equals(kind.name())) {
      throw differs(
          "the program reads " + kind + ", not " + (value == null ? "nothing more" : value[0]));
    }
    return value[1];
  }

  private void keep(ValueKind kind, Object value) {
    bytes += BYTES_OF_NUMBER + (value instanceof byte[] data ? data.length : 0);
    if (bytes <= MOST_BYTES) {
      values.add(new Object[] {kind.name(), value});
    } else {
      values.clear();
    }
  }

  /** Whether some values are not stored, because they are too many. */
  boolean isTooLong() {
    return bytes > MOST_BYTES;
  }

  /** Whether the program is repeating earlier work, whose effects must not show a second time. */
  public boolean isRepeated() {
    return phase == Phase.REPEATED || phase == Phase.RESTORING;
  }

  /** Starts the program again, before a checkpoint that has these values. */
  void repeat(Object saved) {
    restore(saved);
    phase = Phase.REPEATED;
  }

  /** Ends the prologue at {@code restoreOr}. */
  void end() {
    if (phase == Phase.REPEATED && next < values.size()) {
      throw differs("the program does not read " + values.get(next)[0]);
    }
    phase = isRepeated() ? Phase.RESTORING : Phase.OVER;
  }

  /** Records that the program continues with its state. */
  void begun() {
    phase = Phase.OVER;
    inputRead = false;
  }

  /** Whether it has read standard input since. */
  boolean isInputRead() {
    return inputRead;
  }

  private static FtmpjException differs(String how) {
    return new FtmpjException(
        ErrorCode.OTHER_PROLOGUE, "Before restoreOr " + how + " as an earlier incarnation did");
  }

  @Override
  public Object saved() {
    return new Object[] {values.toArray(), bytes};
  }

  @Override
  public void restore(Object saved) {
    Object[] parts = (Object[]) saved;
    values = new ArrayList<>();
    for (Object value : (Object[]) parts[0]) {
      values.add((Object[]) value);
    }
    bytes = (long) parts[1];
  }
}
