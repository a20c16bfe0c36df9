package org.ftmpj.supervisor.rank;

import java.time.Duration;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.Options;

/**
 * The treatment of ranks that give no sign of life. A suspicion is only reported; a confirmed rank
 * is killed.
 *
 * @param suspect the silence after which a rank is suspected; zero: never
 * @param confirm the silence after which it counts as hung and is killed, so that it is restarted;
 *     zero: never
 */
public record HangPolicy(Duration suspect, Duration confirm) {

  /** A policy that does nothing. */
  public static final HangPolicy NONE = new HangPolicy(Duration.ZERO, Duration.ZERO);

  /** The policy of the options. */
  public static HangPolicy of(Configuration configuration) {
    return new HangPolicy(
        Duration.ofSeconds(configuration.get(Options.HANG_TIMEOUT)),
        Duration.ofSeconds(configuration.get(Options.RANK_TIMEOUT)));
  }

  boolean isNone() {
    return suspect.isZero() && confirm.isZero();
  }

  /** Whether a rank that has been silent for so long is suspected; a confirmed one is, too. */
  boolean isSuspect(long silentNs) {
    return isOver(suspect, silentNs) || isConfirmed(silentNs);
  }

  /** Whether a rank that has been silent for so long counts as hung. */
  boolean isConfirmed(long silentNs) {
    return isOver(confirm, silentNs);
  }

  private static boolean isOver(Duration timeout, long silentNs) {
    return !timeout.isZero() && silentNs >= timeout.toNanos();
  }
}
