package org.ftmpj.interceptors.bridge;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Waits for what another thread is just about to do: a few instructions more, or in a replay what
 * the record says that it has done.
 */
public final class ShortWait {
  private static final long WAIT_NS = 20_000;

  private ShortWait() {}

  /** Waits for a condition; interrupts neither end the wait nor get lost. */
  public static void until(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(WAIT_NS);
      if (Thread.currentThread().isInterrupted()) {
        Thread.yield(); // it does not park
      }
    }
  }
}
