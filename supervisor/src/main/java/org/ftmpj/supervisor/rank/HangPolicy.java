package org.ftmpj.supervisor.rank;

import java.time.Duration;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.Options;

/**
 * What is done about ranks that give no sign of life. Suspicion only tells; confirmation kills.
 *
 * @param suspect after how long one is suspected; zero: never
 * @param confirm after how long one is taken for hung and killed, so that it is restarted; zero:
 *     never
 */
public record HangPolicy(Duration suspect, Duration confirm) {

  /** Nothing. */
  public static final HangPolicy NONE = new HangPolicy(Duration.ZERO, Duration.ZERO);

  /** As the options say. */
  public static HangPolicy of(Configuration configuration) {
    return new HangPolicy(
        Duration.ofSeconds(configuration.get(Options.HANG_TIMEOUT)),
        Duration.ofSeconds(configuration.get(Options.RANK_TIMEOUT)));
  }

  boolean isNone() {
    return suspect.isZero() && confirm.isZero();
  }

  /** Whether a rank that has been silent for so long is suspected, as one is that is confirmed. */
  boolean isSuspect(long silentNs) {
    return isOver(suspect, silentNs) || isConfirmed(silentNs);
  }

  /** Whether a rank that has been silent for so long is taken for hung. */
  boolean isConfirmed(long silentNs) {
    return isOver(confirm, silentNs);
  }

  private static boolean isOver(Duration timeout, long silentNs) {
    return !timeout.isZero() && silentNs >= timeout.toNanos();
  }
}
