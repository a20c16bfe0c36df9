package org.ftmpj.agent.checkpoint;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Delays main before its calls of MPI while the job's logs are near their quota. The rank may log a
 * limited number of bytes per second, so that logs grow slowly until checkpoints let them be
 * removed. Other ranks still get the messages that they wait for, and reach points where they can
 * be captured.
 */
final class Throttle {
  private static final long LONGEST_NS = TimeUnit.SECONDS.toNanos(1);
  private static final long LOOK_MS = 5;

  private final BooleanSupplier isAsked;
  private final double nsPerByte;
  private boolean isOn;
  private long logged;

  /**
   * @param isAsked whether ranks are to be delayed
   * @param bytes that may be logged in a second
   */
  Throttle(BooleanSupplier isAsked, long bytes) {
    this.isAsked = isAsked;
    this.nsPerByte = (double) TimeUnit.SECONDS.toNanos(1) / bytes;
  }

  /** Whether ranks are to be delayed. Any thread. */
  boolean isAsked() {
    return isAsked.getAsBoolean();
  }

  /**
   * The thread that runs main.
   *
   * @param bytes that this incarnation has logged
   * @return whether they were delayed, and are no longer
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

  /** An interrupt is for the program: it stays set, and ends the delay. */
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
