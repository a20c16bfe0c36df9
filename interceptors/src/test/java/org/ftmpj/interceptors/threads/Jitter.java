package org.ftmpj.interceptors.threads;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Disturbs the order of threads. Not woven. */
public final class Jitter {
  private static final int OFTEN = 20;

  private static final AtomicInteger CALLS = new AtomicInteger();
  private static volatile Runnable also = () -> {};

  private Jitter() {}

  /** Has something done now and then, in whatever thread comes along. */
  static void also(Runnable what) {
    also = what;
  }

  /** Has it done now. */
  public static void flush() {
    also.run();
  }

  public static void now() {
    if (CALLS.incrementAndGet() % OFTEN == 0) {
      also.run();
    }
    int dice = ThreadLocalRandom.current().nextInt(40);
    if (dice == 0) {
      LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(300_000));
    } else if (dice < 4) {
      Thread.yield();
    }
  }
}
