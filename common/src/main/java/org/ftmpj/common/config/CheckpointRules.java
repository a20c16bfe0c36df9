package org.ftmpj.common.config;

import java.time.Duration;

/**
 * The rules by which a rank takes checkpoints. The first rule that applies counts. A quota of logs
 * may request one at any time.
 *
 * @param messages number of sent messages after which one is due; 0 if their number does not matter
 * @param bytes number of logged bytes after which one is due; 0 if their number does not matter
 * @param timeBetweenFailures of the process of one rank, as the user expects it
 * @param quota of the logs
 */
public record CheckpointRules(
    CheckpointTimes times,
    long messages,
    long bytes,
    Duration timeBetweenFailures,
    LogQuota quota) {
  private static final int MIB = 20;
  private static final Duration USUAL_NOTICE = Duration.ofMillis(100);
  private static final Duration NOTICE_WITH_QUOTA = Duration.ofMillis(10);

  /** The rules of the options. */
  public static CheckpointRules of(Configuration configuration) {
    return new CheckpointRules(
        times(configuration),
        configuration.get(Options.CHECKPOINT_MESSAGES),
        (long) configuration.get(Options.CHECKPOINT_VOLUME) << MIB,
        configuration.get(Options.CHECKPOINT_MTBF),
        LogQuota.of(configuration));
  }

  /**
   * The longest time until a requested checkpoint is noticed: a user can wait, while logs with a
   * quota grow meanwhile.
   */
  public Duration notice() {
    return quota.isSet() ? NOTICE_WITH_QUOTA : USUAL_NOTICE;
  }

  private static CheckpointTimes times(Configuration configuration) {
    CheckpointTimes times = configuration.get(Options.CHECKPOINT_EVERY);
    boolean isNever = times.kind() == CheckpointTimes.Kind.NEVER;
    return isNever && LogQuota.of(configuration).isSet() ? CheckpointTimes.REQUEST : times;
  }

  /** Whether any checkpoints are taken, if only on request. */
  public boolean areOn() {
    return times.kind() != CheckpointTimes.Kind.NEVER || areByCount();
  }

  /** Whether messages or bytes are counted. */
  public boolean areByCount() {
    return messages > 0 || bytes > 0;
  }
}
