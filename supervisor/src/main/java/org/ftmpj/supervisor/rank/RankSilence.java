package org.ftmpj.supervisor.rank;

import java.time.Duration;
import java.util.function.LongPredicate;
import org.ftmpj.common.life.Silence;

/**
 * For how long the process of a rank has given no sign of life, process after process. One thread.
 */
final class RankSilence {
  private static final Duration STARTING = Duration.ofSeconds(60);

  /** More than the processor time that the start of a rank takes. */
  private static final Duration OF_EACH = Duration.ofSeconds(4);

  private final long startingNs;
  private final Duration most;
  private final LongPredicate stopped;
  private Silence silence;
  private Silence sinceStart;
  private long pid;
  private long signsBefore;
  private boolean isStopped;

  /**
   * How much more time a virtual machine that starts has for its first sign.
   *
   * @param ranks that start with it
   * @param processors that they share
   */
  static Duration starting(int ranks, int processors) {
    return STARTING.plus(OF_EACH.multipliedBy(ranks).dividedBy(processors));
  }

  /**
   * @param starting how much more time a process has for its first sign
   * @param most how much silence one look can find
   * @param stopped whether a process is stopped by a signal
   */
  RankSilence(Duration starting, Duration most, LongPredicate stopped) {
    this.startingNs = starting.toNanos();
    this.most = most;
    this.stopped = stopped;
  }

  /**
   * Looks again.
   *
   * @param process that the rank is now
   * @param signs that its processes have given, counted
   * @return for how many nanoseconds this one has given none though it should
   */
  long look(long process, long signs, long nowNs) {
    if (silence == null || process != pid) {
      silence = new Silence(most);
      sinceStart = new Silence(most);
      pid = process;
      signsBefore = signs;
    }
    boolean isStarting = signs == signsBefore;
    long silentNs = silence.look(signs, nowNs);
    long sinceStartNs = sinceStart.look(signs, nowNs);
    isStopped = (isStarting || silentNs > 0) && stopped.test(process);
    if (isStarting && !isStopped) {
      // If it is stopped from now on, that counts from now on.
      silence = new Silence(most);
      return Math.max(0, sinceStartNs - startingNs);
    }
    return silentNs;
  }

  /** Whether the process was stopped by a signal at the last look. */
  boolean isStopped() {
    return isStopped;
  }
}
