package org.ftmpj.protocol.thread;

import java.util.Map;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * Finds a replay that can never go on: the thread that is due has ended, or was not born, or waits
 * for the others, or all have been standing still for long. Guarded by the lock of {@link Threads}.
 */
final class Standstill {
  /**
   * The number of seconds for which all threads may stand still, each waiting. It is counted in
   * looks, so a pause of the whole machine does not count.
   */
  private static final int STUCK_S = 30;

  private final Turns turns;
  private long seenPassed;
  private int stillS;

  Standstill(Turns turns) {
    this.turns = turns;
  }

  /**
   * Looks at a replay that is not over; to be called once a second.
   *
   * @param born all threads by number
   * @throws FtmpjException {@code THREADS_STUCK}
   */
  void requireProgress(Map<Integer, LogicalThread> born) {
    String why = why(born);
    if (why != null) {
      throw new FtmpjException(
          ErrorCode.THREADS_STUCK,
          "After "
              + turns.passed()
              + " recorded events the next one is of thread number "
              + turns.due()
              + ", "
              + why);
    }
  }

  /** Whether the thread that is due was born and has not ended. */
  boolean mayCome(Map<Integer, LogicalThread> born) {
    LogicalThread due = born.get(turns.due());
    return due == null ? LogicalThread.isInitializer(turns.due()) : !due.hasEnded();
  }

  /** The reason why the thread that is due cannot make its event; null if it may still make it. */
  private String why(Map<Integer, LogicalThread> born) {
    if (turns.passed() != seenPassed) {
      seenPassed = turns.passed();
      stillS = 0;
    } else {
      stillS++;
    }
    LogicalThread due = born.get(turns.due());
    boolean isStuck = stillS >= STUCK_S && born.values().stream().noneMatch(LogicalThread::mayGoOn);
    if (due == null) {
      // A thread may yet need the class.
      return LogicalThread.isInitializer(turns.due()) && !isStuck
          ? null
          : "which was not started this time";
    }
    if (due.state() == ThreadState.AWAITS_THE_END_OF_THE_REPLAY) {
      return due + ", which now waits for an outcome that was not recorded";
    }
    if (due.mayRunAgain()) {
      return null;
    }
    if (due.hasEnded()) {
      return due + ", which has ended";
    }
    if (!isStuck) {
      return null;
    }
    return due + ", which has been waiting for " + stillS + " s at " + due.place();
  }
}
