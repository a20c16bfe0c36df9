package org.ftmpj.common.config;

import java.util.Optional;

/**
 * The most disk space for the logs of a job (option {@code log.max}), and its division among their
 * parts, so that what cannot be pruned yet fits.
 *
 * @param bytes 0 if there is no quota
 */
public record LogQuota(long bytes) {
  private static final int MIB = 20;

  /** The smallest segment, in MiB: smaller ones cost more time than they save space. */
  private static final int LEAST_SEGMENT_MIB = 4;

  /**
   * The divisor of the quota for one segment: each log has two segments that cannot be dropped,
   * which take half of the quota.
   */
  private static final int SEGMENTS = 4;

  /** The divisor of the quota for payloads in memory, which is a file, too. */
  private static final int SHARE_OF_MEMORY = 2;

  /**
   * The divisor of the quota for the bytes that all ranks together log in a second while they are
   * throttled.
   */
  private static final int SHARE_OF_HELD = 16;

  /** The quota of the options. */
  public static LogQuota of(Configuration configuration) {
    return ofMib(configuration.get(Options.LOG_MAX));
  }

  /** A quota of so many MiB; none if 0. */
  public static LogQuota ofMib(int mib) {
    return new LogQuota((long) mib << MIB);
  }

  /** MiB; 0 if there is no quota. */
  public int mib() {
    return (int) (bytes >> MIB);
  }

  /** Whether there is a quota. */
  public boolean isSet() {
    return bytes > 0;
  }

  /**
   * MiB of a segment of a log: at most option {@code log.segment}, and so few that two segments of
   * each channel of a job fit, if there are not too many channels.
   */
  public int segmentMib(Configuration configuration, int ranks) {
    return segmentMib(configuration.get(Options.LOG_SEGMENT), ranks);
  }

  /**
   * MiB of a segment of a log for another usual size.
   *
   * @param usual the value of option {@code log.segment}
   */
  public int segmentMib(int usual, int ranks) {
    long share = (long) mib() / SEGMENTS / ranks / ranks;
    return isSet() ? (int) Math.min(usual, Math.max(LEAST_SEGMENT_MIB, share)) : usual;
  }

  /** A warning of a quota that is too small if all ranks of a job send to all others. */
  public Optional<String> warning(int ranks) {
    long least = 2L * LEAST_SEGMENT_MIB * ranks * (ranks - 1);
    return isSet() && mib() < least
        ? Optional.of(
            "if all of %d ranks send to all others, the last segments of their logs alone take %d MiB: a quota of %d MiB (log.max) cannot be kept then, and the job stops at it (FTMPJ-1842)"
                .formatted(ranks, least, mib()))
        : Optional.empty();
  }

  /** Bytes that a rank may log in a second when ranks are throttled. */
  public long heldUp(int ranks) {
    return Math.max(1, bytes / SHARE_OF_HELD / ranks);
  }

  /** Bytes of the memory for the payloads of one rank. */
  public long memory(int ranks) {
    return isSet() ? bytes / SHARE_OF_MEMORY / ranks : Long.MAX_VALUE;
  }
}
