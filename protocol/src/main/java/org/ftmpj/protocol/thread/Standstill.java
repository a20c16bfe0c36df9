package org.ftmpj.protocol.thread;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.life.Silence;

/**
 * Whether a replay can never go on: the thread that is due has ended, or was not born, or waits for
 * the others, or all have been standing still for long. Guarded by the lock of {@link Threads}.
 */
final class Standstill {
  /** How long all threads may stand still, each waiting for something. */
  private static final long STUCK_NS = TimeUnit.SECONDS.toNanos(30);

  /** How much of that one look can find; it is to look once a second. */
  private static final Duration MOST = Duration.ofSeconds(2);

  private final Turns turns;
  private final Silence silence = new Silence(MOST);

  Standstill(Turns turns) {
    this.turns = turns;
  }

  /**
   * Looks at a replay that is not over; to be called once a second.
   *
   * @param born all threads by number
   * @param nowNs of a clock that never runs backwards
   * @throws FtmpjException {@code THREADS_STUCK}
   */
  void requireProgress(Map<Integer, LogicalThread> born, long nowNs) {
    String why = why(born, nowNs);
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
    return due != null && !due.hasEnded();
  }

  /** What the thread that is due is or does; null if it may still make its event. */
  private String why(Map<Integer, LogicalThread> born, long nowNs) {
    long stillNs = silence.look(turns.passed(), nowNs);
    LogicalThread due = born.get(turns.due());
    if (due == null) {
      return "which was not started this time";
    }
    if (due.waiting == LogicalThread.Waiting.FOR_THE_END_OF_THE_REPLAY) {
      return due + ", which now waits for an outcome that was not recorded";
    }
    if (due.mayRunAgain()) {
      return null;
    }
    if (due.hasEnded()) {
      return due + ", which has ended";
    }
    if (stillNs < STUCK_NS || born.values().stream().anyMatch(LogicalThread::mayGoOn)) {
      return null;
    }
    return due
        + ", which has been waiting for "
        + TimeUnit.NANOSECONDS.toSeconds(stillNs)
        + " s at "
        + due.place();
  }
}
