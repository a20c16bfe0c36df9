package org.ftmpj.hostd.copies;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * How fast copies go to another host: they take a share of the time only, for messages use the same
 * connections, and the same processors. Those of checkpoints that were asked for do not rest:
 * somebody waits for them, or for what may be removed then. One thread.
 */
final class CopyPace {
  /** So many times as long as a piece took it rests then. */
  private static final int REST = 3;

  private static final long LONGEST_REST_NS = 100_000_000;

  private final BooleanSupplier hurried;
  private final LongSupplier asked;
  private long sinceNs;

  /** How often a checkpoint had been asked for when this copy was begun, and the two before. */
  private long begun;

  private long before;
  private long settled;

  /**
   * @param hurried whether there is no rest, as somebody waits for the copy
   * @param asked how often a checkpoint has been asked for
   */
  CopyPace(BooleanSupplier hurried, LongSupplier asked) {
    this.hurried = hurried;
    this.asked = asked;
  }

  /** Without rests. */
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
