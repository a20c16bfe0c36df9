package org.ftmpj.interceptors.threads;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;

/** Disturbs the order of threads. Not woven. */
public final class Jitter {
  private Jitter() {}

  public static void now() {
    int dice = ThreadLocalRandom.current().nextInt(40);
    if (dice == 0) {
      LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(300_000));
    } else if (dice < 4) {
      Thread.yield();
    }
  }
}
