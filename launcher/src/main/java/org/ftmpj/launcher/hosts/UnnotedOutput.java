package org.ftmpj.launcher.hosts;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.ftmpj.common.time.Deadline;

/**
 * The output that a coordinator has shown since it last noted how much it has: what its successor
 * shows again if it is lost. There is a limit to it, so a coordinator that is lost in a burst of
 * output, or goes on after it was replaced, does not show much that another one shows, too. Any
 * thread.
 */
final class UnnotedOutput {
  /** So many records, as a rule lines. */
  static final int MOST = 256;

  private int shown;
  private boolean isLimited;
  private boolean isStopped;

  /** From now on there is a successor that would show it again. */
  synchronized void limit() {
    isLimited = true;
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

  /** It has not come. */
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
    if (isLimited && shown >= MOST) {
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
