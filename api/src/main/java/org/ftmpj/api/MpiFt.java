package org.ftmpj.api;

import java.io.Serializable;

/**
 * The calls for user-aware checkpoints of MPI/FT, under its names, for programs that follow its
 * pattern: fetch the state when main begins, store it after an iteration.
 *
 * <pre>{@code
 * MPI.Init(args);
 * byte[][] cells = MpiFt.ChkptRecover();
 * if (cells == null) {
 *   cells = sown();
 * }
 * }</pre>
 *
 * <p>Two things differ. No other rank rolls back: only the rank that was killed recovers, from its
 * own newest checkpoint, whatever others have; so nothing here is collective. And a recovered rank
 * starts main again; it does not find out that others have died.
 *
 * <p>Source: Batchu, <em>Incorporating Fault-Tolerant Features into Message-Passing
 * Middleware</em>, section 4.2.1.2.2 (Model IIa). All rules are those of {@link CheckpointScope},
 * of which this is a thin layer: a program uses one or the other.
 */
public final class MpiFt {
  private static CheckpointScope scope;
  private static Stored stored;

  /** The object stored last, and the number of stores. */
  private static final class Stored implements Serializable {
    private static final long serialVersionUID = 1L;

    private Object data;
    private int number;
  }

  private MpiFt() {}

  /**
   * Returns the object that the last {@link #ChkptDo} of this rank stored; null if it starts for
   * the first time, or repeats everything. To be called once, after {@code MPI.Init} and before any
   * message.
   *
   * @throws IllegalStateException if it was called before
   */
  public static <T> T ChkptRecover() {
    scope = CheckpointScope.open();
    stored = scope.restoreOr(Stored::new);
    @SuppressWarnings("unchecked") // as it was stored
    T data = (T) stored.data;
    return data;
  }

  /**
   * Stores a checkpoint with that data. It is not copied without FTMPJ.
   *
   * @param data serializable, with all that it refers to
   * @return the number of calls in this incarnation of the rank and earlier ones
   * @throws IllegalStateException before {@link #ChkptRecover}
   */
  public static int ChkptDo(Object data) {
    if (scope == null) {
      throw new IllegalStateException("ChkptRecover comes before the first ChkptDo");
    }
    stored.data = data;
    stored.number++;
    scope.checkpoint();
    return stored.number;
  }
}
