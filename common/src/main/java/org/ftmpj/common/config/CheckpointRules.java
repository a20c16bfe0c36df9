package org.ftmpj.common.config;

import java.time.Duration;

/**
 * When a rank takes checkpoints. The first rule that asks for one has it. Where logs have a quota,
 * it may ask at any time.
 *
 * @param messages after so many that it has sent; 0 if their number does not matter
 * @param bytes after so many that it has logged; 0 if their number does not matter
 * @param timeBetweenFailures of the process of one rank, as the user expects it
 */
public record CheckpointRules(
    CheckpointTimes times, long messages, long bytes, Duration timeBetweenFailures) {
  private static final int MIB = 20;

  /** Those that the options give. */
  public static CheckpointRules of(Configuration configuration) {
    return new CheckpointRules(
        times(configuration),
        configuration.get(Options.CHECKPOINT_MESSAGES),
        (long) configuration.get(Options.CHECKPOINT_VOLUME) << MIB,
        configuration.get(Options.CHECKPOINT_MTBF));
  }

  private static CheckpointTimes times(Configuration configuration) {
    CheckpointTimes times = configuration.get(Options.CHECKPOINT_EVERY);
    boolean isNever = times.kind() == CheckpointTimes.Kind.NEVER;
    return isNever && LogQuota.of(configuration).isSet() ? CheckpointTimes.REQUEST : times;
  }

  /** Whether any are taken, if only on request. */
  public boolean areOn() {
    return times.kind() != CheckpointTimes.Kind.NEVER || areByCount();
  }

  /** Whether messages or bytes are counted. */
  public boolean areByCount() {
    return messages > 0 || bytes > 0;
  }
}
