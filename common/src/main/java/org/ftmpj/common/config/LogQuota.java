package org.ftmpj.common.config;

import java.util.Optional;

/**
 * What the logs of a job may take on the disk (option {@code log.max}), and what that leaves for
 * their parts, so that what cannot be pruned yet fits.
 *
 * @param bytes 0 if there is no quota
 */
public record LogQuota(long bytes) {
  private static final int MIB = 20;

  /** Smaller segments cost more time than they save space. */
  private static final int LEAST_SEGMENT_MIB = 4;

  /** Of each log there are two segments that cannot be dropped; they take half of the quota. */
  private static final int SEGMENTS = 4;

  /** What part of the quota is for payloads in memory, which is a file, too. */
  private static final int SHARE_OF_MEMORY = 2;

  /** What part of the quota all ranks together log in a second while they are held up. */
  private static final int SHARE_OF_HELD = 16;

  /** That of the options. */
  public static LogQuota of(Configuration configuration) {
    return ofMib(configuration.get(Options.LOG_MAX));
  }

  /** So many MiB; none if 0. */
  public static LogQuota ofMib(int mib) {
    return new LogQuota((long) mib << MIB);
  }

  /** MiB; 0 if there is no quota. */
  public int mib() {
    return (int) (bytes >> MIB);
  }

  /** Whether there is one. */
  public boolean isSet() {
    return bytes > 0;
  }

  /**
   * MiB of a segment of a log: not more than option {@code log.segment} says, and so few that two
   * of each channel of a job fit, if these are not too many.
   */
  public int segmentMib(Configuration configuration, int ranks) {
    return segmentMib(configuration.get(Options.LOG_SEGMENT), ranks);
  }

  /**
   * The same.
   *
   * @param usual what option {@code log.segment} says
   */
  public int segmentMib(int usual, int ranks) {
    long share = (long) mib() / SEGMENTS / ranks / ranks;
    return isSet() ? (int) Math.min(usual, Math.max(LEAST_SEGMENT_MIB, share)) : usual;
  }

  /** What to tell of a quota that cannot be kept where all ranks of a job send to all others. */
  public Optional<String> warning(int ranks) {
    long least = 2L * LEAST_SEGMENT_MIB * ranks * (ranks - 1);
    return isSet() && mib() < least
        ? Optional.of(
            "if all of %d ranks send to all others, the last segments of their logs alone take %d MiB: a quota of %d MiB (log.max) cannot be kept then, and the job stops at it (FTMPJ-1842)"
                .formatted(ranks, least, mib()))
        : Optional.empty();
  }

  /** Bytes that a rank may log in a second when ranks are held up. */
  public long heldUp(int ranks) {
    return Math.max(1, bytes / SHARE_OF_HELD / ranks);
  }

  /** Bytes for the payloads of one rank that are in memory. */
  public long memory(int ranks) {
    return isSet() ? bytes / SHARE_OF_MEMORY / ranks : Long.MAX_VALUE;
  }
}
