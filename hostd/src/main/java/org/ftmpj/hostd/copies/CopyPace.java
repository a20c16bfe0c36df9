package org.ftmpj.hostd.copies;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The pace of copies to another host. They take only a share of the time, since messages use the
 * same connections and processors. Copies of requested checkpoints do not rest: somebody waits for
 * them, or for the space that they free. One thread.
 */
final class CopyPace {
  /** The length of a rest, as a multiple of the time that a piece took. */
  private static final int REST = 3;

  private static final long LONGEST_REST_NS = 100_000_000;

  private final BooleanSupplier hurried;
  private final LongSupplier asked;
  private long sinceNs;

  /**
   * The number of requests for checkpoints when this copy was begun, and when the two before were.
   */
  private long begun;

  private long before;
  private long settled;

  /**
   * @param hurried whether there is no rest, as somebody waits for the copy
   * @param asked the number of requests for checkpoints
   */
  CopyPace(BooleanSupplier hurried, LongSupplier asked) {
    this.hurried = hurried;
    this.asked = asked;
  }

  /** Creates a pace without rests. */
  static CopyPace fastest() {
    return new CopyPace(() -> true, () -> 0);
  }

  /** A copy is begun. */
  void begins() {
    settled = before;
    before = begun;
    begun = asked.getAsLong();
  }

  /** The next piece is begun. */
  void goesOn() {
    sinceNs = System.nanoTime();
  }

  /** A piece has been taken: rests. */
  void rests() {
    long pieceNs = System.nanoTime() - sinceNs;
    LockSupport.parkNanos(Math.min(REST * pieceNs, LONGEST_REST_NS));
  }

  /**
   * Whether it is not to rest. The copy that is being made when a checkpoint is asked for, and the
   * next one, may still be of one before.
   */
  boolean isHurried() {
    return hurried.getAsBoolean() || asked.getAsLong() != settled;
  }
}
