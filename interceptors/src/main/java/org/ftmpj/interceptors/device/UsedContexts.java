package org.ftmpj.interceptors.device;

import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.report.FailStop;

/**
 * Which contexts of messages the program has used: MPJ Express gives higher ones to communicators
 * that are made later. Threads of the program.
 */
final class UsedContexts {
  private static final int NONE = -1;

  private final FailStop failStop;
  private int highest = NONE;
  private boolean barred;

  UsedContexts(FailStop failStop) {
    this.failStop = failStop;
  }

  /** The program is about to use that one. Stops the rank while that is barred. */
  void use(int context) {
    if (context > highest) {
      first(context);
    }
  }

  private void first(int context) {
    if (barred) {
      throw failStop.stop(
          new FtmpjException(
              ErrorCode.BEFORE_RESTORE,
              "the program sends or receives before it has restored its state, which an earlier"
                  + " incarnation did not"));
    }
    highest = context;
  }

  boolean areUsed() {
    return highest != NONE;
  }

  int highest() {
    return highest;
  }

  /** None may be used until {@link #unbar}. To be called before any is. */
  void bar() {
    barred = true;
  }

  void unbar() {
    barred = false;
  }
}
