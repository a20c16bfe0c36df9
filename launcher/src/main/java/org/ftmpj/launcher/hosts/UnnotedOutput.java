package org.ftmpj.launcher.hosts;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.ftmpj.common.time.Deadline;

/**
 * The output that a coordinator has shown since it last noted how much it has: what its successor
 * shows again if it is lost. There is a limit to it, so a coordinator that is lost in a burst of
 * output does not show much that another one shows, too. Nor does one that has stood still and may
 * have been replaced meanwhile: it shows nothing until it has asked again. Any thread.
 */
final class UnnotedOutput {
  /** So many records, as a rule lines. */
  static final int MOST = 256;

  /**
   * For so long after it asked it counts as the coordinator. It asks once a second or more often.
   */
  static final long LASTS_NS = TimeUnit.SECONDS.toNanos(3);

  private final LongSupplier clockNs;
  private long askedNs;
  private long confirmedNs;
  private int shown;
  private boolean isLimited;
  private boolean isStopped;

  UnnotedOutput() {
    this(System::nanoTime);
  }

  UnnotedOutput(LongSupplier clockNs) {
    this.clockNs = clockNs;
  }

  /** Limits the output from now on, as there is a successor that would show it again. */
  synchronized void limit() {
    isLimited = true;
    confirmedNs = clockNs.getAsLong();
  }

  /** This process is about to ask whether it still is the coordinator. */
  synchronized void asks() {
    askedNs = clockNs.getAsLong();
  }

  /** Records that the coordinator was confirmed at its last request. */
  synchronized void confirmed() {
    confirmedNs = askedNs;
  }

  /** There is no successor any more: everything may be shown. */
  synchronized void unlimit() {
    isLimited = false;
    notifyAll();
  }

  /** Another coordinator is about to take over: nothing may be shown any more. */
  synchronized void stop() {
    isStopped = true;
  }

  /** Goes on with the output, as no successor has come. */
  synchronized void goOn() {
    isStopped = false;
  }

  synchronized boolean isStopped() {
    return isStopped;
  }

  /** Whether one more record may be shown, which then counts. */
  synchronized boolean mayShow() {
    if (isStopped) {
      return false;
    }
    if (isLimited && (shown >= MOST || clockNs.getAsLong() - confirmedNs > LASTS_NS)) {
      notifyAll();
      return false;
    }
    shown++;
    return true;
  }

  synchronized int count() {
    return shown;
  }

  /** So many are noted, or were no complete lines, of which nothing is noted. */
  synchronized void noted(int records) {
    shown -= records;
  }

  /** Waits until the limit is reached, at most for so many milliseconds. */
  synchronized void await(long ms) throws InterruptedException {
    Deadline deadline = Deadline.in(Duration.ofMillis(ms));
    while (!(isLimited && shown >= MOST) && !deadline.isOver()) {
      TimeUnit.NANOSECONDS.timedWait(this, deadline.leftNs());
    }
  }
}
