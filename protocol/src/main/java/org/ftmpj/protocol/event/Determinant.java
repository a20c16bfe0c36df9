package org.ftmpj.protocol.event;

import java.util.Arrays;

/**
 * The record of one non-deterministic outcome (paper, section 2.3: matching and delivery are
 * separate events).
 *
 * <p>Everything else that a rank does follows from its start, its inbound channel logs and its
 * determinants.
 */
public sealed interface Determinant {

  /**
   * The operation clock at which the operation was posted. For a {@link Match} this is the clock of
   * the receive, which may be far below the clock at which it matched.
   */
  long clock();

  /**
   * A receive matched that message. Only receives from any source are recorded, unless every
   * reception is.
   */
  record Match(long clock, int source, long sequence) implements Determinant {}

  /** A probe of any source, or a successful iprobe, found that message. */
  record Probe(long clock, int source, long sequence) implements Determinant {}

  /** A wait or a test found these of its requests complete, by index and in this order. */
  record Deliver(long clock, int[] completed) implements Determinant {
    @Override
    public boolean equals(Object o) {
      return o instanceof Deliver d && d.clock == clock && Arrays.equals(d.completed, completed);
    }

    @Override
    public int hashCode() {
      return Long.hashCode(clock) * 31 + Arrays.hashCode(completed);
    }

    @Override
    public String toString() {
      return "Deliver[clock=" + clock + ", completed=" + Arrays.toString(completed) + "]";
    }
  }

  /** {@code count} tests or iprobes in a row, the first at {@code clock}, found nothing. */
  record NotYet(long clock, long count) implements Determinant {}

  /**
   * Thread {@code thread} made the next {@code count} events of the rank.
   *
   * @param clock the last operation when this was recorded
   */
  record Turn(long clock, int thread, long count) implements Determinant {}

  /**
   * The program read the same number from outside {@code count} times in a row, first at {@code
   * clock}.
   */
  record Value(long clock, ValueKind kind, long value, long count) implements Determinant {

    /** Creates the value of a number that was read once. */
    public Value(long clock, ValueKind kind, long value) {
      this(clock, kind, value, 1);
    }
  }

  /** The program read something other than a number from outside. */
  record Data(long clock, ValueKind kind, byte[] bytes) implements Determinant {
    @Override
    public boolean equals(Object o) {
      return o instanceof Data d
          && d.clock == clock
          && d.kind == kind
          && Arrays.equals(d.bytes, bytes);
    }

    @Override
    public int hashCode() {
      return Long.hashCode(clock) * 31 + Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
      return "Data[clock=" + clock + ", kind=" + kind + ", " + bytes.length + " bytes]";
    }
  }
}
