package org.ftmpj.agent.checkpoint;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Holds main up before its calls of MPI while the job's logs are near their quota: it may log so
 * many bytes in a second, so that logs grow slowly until checkpoints let them be removed, and other
 * ranks still get what they wait for, and come to where they can be captured.
 */
final class Throttle {
  private static final long LONGEST_NS = TimeUnit.SECONDS.toNanos(1);
  private static final long LOOK_MS = 5;

  private final BooleanSupplier isAsked;
  private final double nsPerByte;
  private boolean isOn;
  private long logged;

  /**
   * @param isAsked whether ranks are to be held up
   * @param bytes that may be logged in a second
   */
  Throttle(BooleanSupplier isAsked, long bytes) {
    this.isAsked = isAsked;
    this.nsPerByte = (double) TimeUnit.SECONDS.toNanos(1) / bytes;
  }

  /** Whether ranks are to be held up. Any thread. */
  boolean isAsked() {
    return isAsked.getAsBoolean();
  }

  /**
   * The thread that runs main.
   *
   * @param bytes that this incarnation has logged
   * @return whether they were held up, and are not any more
   */
  boolean pass(long bytes) {
    boolean was = isOn;
    isOn = isAsked();
    if (was && isOn) {
      rest(Math.min(LONGEST_NS, (long) ((bytes - logged) * nsPerByte)));
    }
    logged = bytes;
    return was && !isOn;
  }

  /** An interrupt is the program's: it is left for it, and ends the rest. */
  private void rest(long ns) {
    long untilNs = System.nanoTime() + ns;
    try {
      for (long left = ns; left > 0 && isAsked(); left = untilNs - System.nanoTime()) {
        TimeUnit.NANOSECONDS.sleep(Math.min(left, TimeUnit.MILLISECONDS.toNanos(LOOK_MS)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
