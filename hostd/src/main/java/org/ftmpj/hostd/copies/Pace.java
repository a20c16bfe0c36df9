package org.ftmpj.hostd.copies;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * How fast copies go to another host: they take a share of the time only, for messages use the same
 * connections, and the same processors. One thread.
 */
final class Pace {
  /** So many times as long as a piece took it rests then. */
  private static final int REST = 3;

  private static final long LONGEST_REST_NS = 100_000_000;

  private final BooleanSupplier hurried;
  private long sinceNs;

  /**
   * @param hurried whether there is no rest, as somebody waits for the copy
   */
  Pace(BooleanSupplier hurried) {
    this.hurried = hurried;
  }

  /** Something is about to be sent. */
  void begins() {
    sinceNs = System.nanoTime();
  }

  /** A piece has been taken: rests. */
  void rests() {
    long pieceNs = System.nanoTime() - sinceNs;
    if (!hurried.getAsBoolean()) {
      LockSupport.parkNanos(Math.min(REST * pieceNs, LONGEST_REST_NS));
    }
    begins();
  }
}
