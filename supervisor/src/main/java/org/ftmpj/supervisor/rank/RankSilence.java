package org.ftmpj.supervisor.rank;

import java.time.Duration;
import java.util.function.LongPredicate;
import org.ftmpj.common.life.Silence;

/** The silence of a rank, process after process: the time without a sign of life. One thread. */
final class RankSilence {
  private static final Duration STARTING = Duration.ofSeconds(60);

  /** The additional time for each starting rank: more than the processor time of its start. */
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
   * The additional time for the first sign of a virtual machine that starts.
   *
   * @param ranks that start at that time
   * @param processors that they share
   */
  static Duration starting(int ranks, int processors) {
    return STARTING.plus(OF_EACH.multipliedBy(ranks).dividedBy(processors));
  }

  /**
   * @param starting additional time of a process for its first sign
   * @param most longest silence that one check can find
   * @param stopped whether a process is stopped by a signal
   */
  RankSilence(Duration starting, Duration most, LongPredicate stopped) {
    this.startingNs = starting.toNanos();
    this.most = most;
    this.stopped = stopped;
  }

  /**
   * Checks the rank.
   *
   * @param process the present one of the rank
   * @param signs the number of signs that its processes have given
   * @return the nanoseconds for which this one has been silent though it should not be
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

  /** Whether the process was stopped by a signal at the last check. */
  boolean isStopped() {
    return isStopped;
  }
}
