package org.ftmpj.protocol.thread;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * Watches for a JDK call, or code of the program that it runs, that waits while it blocks the
 * events of all other threads. It looks from outside and costs events nothing. One thread.
 */
final class LockWatch {
  /** The number of looks that must find the same; no delay is that long. */
  private static final int LOOKS = 5;

  private final EventLock lock;
  private Thread seen;
  private long times;
  private int looks;

  LockWatch(EventLock lock) {
    this.lock = lock;
  }

  /**
   * To be called about once a second.
   *
   * @throws FtmpjException {@code EVENT_LOCK_STANDSTILL}
   */
  void look() {
    Thread holder = lock.owner();
    if (holder == null || holder != seen || lock.times() != times || !waitsForOthers(holder)) {
      seen = holder;
      times = lock.times();
      looks = 0;
      return;
    }
    looks++;
    if (looks >= LOOKS) {
      throw standstill(holder);
    }
  }

  /** Whether the holder waits for something other than FTMPJ does: the gate, a disk, a message. */
  private static boolean waitsForOthers(Thread holder) {
    return switch (holder.getState()) {
      case BLOCKED, WAITING, TIMED_WAITING ->
          Arrays.stream(holder.getStackTrace())
              .map(StackTraceElement::getClassName)
              .filter(StackFrames::isOurs)
              .findFirst()
              .filter(StackFrames::isOfBridge)
              .isPresent();
      default -> false;
    };
  }

  private FtmpjException standstill(Thread holder) {
    StackTraceElement[] stack = holder.getStackTrace();
    Object blocker = LockSupport.getBlocker(holder);
    return new FtmpjException(
        ErrorCode.EVENT_LOCK_STANDSTILL,
        "Thread \""
            + holder.getName()
            + "\" has kept all others out for "
            + LOOKS
            + " s: it is "
            + holder.getState()
            + (blocker == null ? "" : " for a " + blocker.getClass().getName())
            + " at "
            + LogicalThread.place(stack)
            + ". Its stack:\n"
            + Arrays.stream(stack).map(f -> "    at " + f).collect(Collectors.joining("\n")));
  }
}
