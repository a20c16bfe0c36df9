package org.ftmpj.launcher;

import java.time.Duration;
import java.util.Optional;
import org.ftmpj.common.config.Option;

/** What follows {@code --walltime}. */
final class WallTimes {
  private WallTimes() {}

  /** The time; empty if none is given. */
  static Optional<Duration> parse(String text) {
    return Optional.ofNullable(text).map(Option::time);
  }

  /** What is wrong with it. */
  static Optional<String> problem(String text) {
    try {
      return parse(text).filter(Duration::isZero).map(zero -> "--walltime must be more than 0");
    } catch (IllegalArgumentException e) {
      return Optional.of("--walltime " + e.getMessage());
    }
  }
}
