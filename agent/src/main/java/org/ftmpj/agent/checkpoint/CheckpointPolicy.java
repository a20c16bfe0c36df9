package org.ftmpj.agent.checkpoint;

import java.time.Duration;
import org.ftmpj.common.config.CheckpointRules;

/**
 * Decides when the next checkpoint of a rank is due. After a moment that could not be captured it
 * waits longer, twice as long each time: intervals for those by the clock, a second or less for
 * those by count. Has no clock: times are from {@link System#nanoTime}. Any thread.
 */
final class CheckpointPolicy {
  /** The wait, in intervals or in those waits. */
  private static final int LONGEST_WAIT = 64;

  /**
   * Shortest interval that is chosen automatically, and the wait of policies without an interval.
   */
  private static final long SHORTEST_NS = Duration.ofSeconds(1).toNanos();

  private static final int PATIENT_INTERVALS = 3;
  private static final long SHORTEST_PATIENCE_NS = Duration.ofSeconds(10).toNanos();

  /** The assumed cost of a checkpoint as long as it is unknown. */
  private static final long SUPPOSED_COST_NS = Duration.ofMillis(100).toNanos();

  private static final long NEVER_NS = Long.MAX_VALUE / 4;

  private final CheckpointRules rules;
  private final int deaths;
  private final long livedNs;
  private final long startNs;

  private long costNs = SUPPOSED_COST_NS;
  private long lastNs;
  private long firstWaitNs;
  private long attemptedMessages;
  private long attemptedBytes;
  private long lastMessages;
  private long lastBytes;
  private int refusals;
  private long notBeforeNs;
  private long notCountedBeforeNs;

  /**
   * @param rank the ranks of a job begin one after the other, so that not all of them write at the
   *     same time
   * @param deaths of the rank so far
   * @param lived since the job began
   */
  CheckpointPolicy(
      CheckpointRules rules, int rank, int size, int deaths, Duration lived, long nowNs) {
    this.rules = rules;
    this.deaths = deaths;
    this.livedNs = lived.toNanos();
    startNs = nowNs;
    lastNs = nowNs;
    notBeforeNs = nowNs;
    notCountedBeforeNs = nowNs;
    firstWaitNs = (long) ((double) intervalNs(nowNs) * (rank + 1) / size);
  }

  /** The time between two of them by the clock; very long if it is not by the clock. */
  private long intervalNs(long nowNs) {
    return switch (rules.times().kind()) {
      case NEVER, REQUEST -> NEVER_NS;
      case EVERY -> rules.times().every().toNanos();
      case AUTO ->
          Math.max(SHORTEST_NS, (long) DalyInterval.of(costNs, timeBetweenFailuresNs(nowNs)));
    };
  }

  /**
   * The mean time between failures, with the user's expectation counted as one more failure after
   * that time.
   */
  private double timeBetweenFailuresNs(long nowNs) {
    double expectedNs = rules.timeBetweenFailures().toNanos();
    return (expectedNs + livedNs + (nowNs - startNs)) / (deaths + 1.0);
  }

  /** The time until one is due by the clock; 0 or less if one is. */
  synchronized long leftNs(long nowNs) {
    long intervalNs = firstWaitNs > 0 ? firstWaitNs : intervalNs(nowNs);
    return Math.max(intervalNs - (nowNs - lastNs), notBeforeNs - nowNs);
  }

  /** How long one may be due by the clock before the user is told that main makes no call. */
  synchronized long patienceNs(long nowNs) {
    return Math.max(SHORTEST_PATIENCE_NS, PATIENT_INTERVALS * intervalNs(nowNs));
  }

  /** Whether messages or bytes are counted, so that it may be due at any moment. */
  boolean counts() {
    return rules.areByCount();
  }

  /**
   * Whether one is due.
   *
   * @param messages that this incarnation has sent so far
   * @param bytes that it has logged so far
   */
  synchronized boolean isDue(long nowNs, long messages, long bytes) {
    boolean enough =
        rules.messages() > 0 && messages - lastMessages >= rules.messages()
            || rules.bytes() > 0 && bytes - lastBytes >= rules.bytes();
    return leftNs(nowNs) <= 0 || enough && nowNs - notCountedBeforeNs >= 0;
  }

  /** Records that a checkpoint is taken now, or attempted. */
  synchronized void attempted(long nowNs, long messages, long bytes) {
    lastNs = nowNs;
    firstWaitNs = 0;
    attemptedMessages = messages;
    attemptedBytes = bytes;
  }

  /**
   * Records that the last attempt has succeeded.
   *
   * @param pauseNs how long the program stood still for it
   */
  synchronized void taken(long pauseNs) {
    costNs = pauseNs;
    lastMessages = attemptedMessages;
    lastBytes = attemptedBytes;
    refusals = 0;
  }

  /** Records that there is none of this moment; the next attempt is made after a while. */
  synchronized void refused(long nowNs) {
    refusals = Math.min(2 * refusals + 1, LONGEST_WAIT - 1);
    long intervalNs = intervalNs(nowNs);
    notCountedBeforeNs = nowNs + Math.min(intervalNs, SHORTEST_NS) * refusals;
    notBeforeNs = intervalNs < NEVER_NS ? nowNs + intervalNs * refusals : notCountedBeforeNs;
  }
}
