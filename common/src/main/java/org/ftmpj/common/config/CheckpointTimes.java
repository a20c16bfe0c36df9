package org.ftmpj.common.config;

import java.time.Duration;
import java.util.Locale;

/**
 * The times at which a rank takes checkpoints by the clock.
 *
 * @param every time between checkpoints, if that is given; else zero
 */
public record CheckpointTimes(Kind kind, Duration every) {
  /** The kind of an option's text. */
  public enum Kind {
    /** {@code 0} */
    NEVER,
    /** {@code request}: only when the user asks for one. */
    REQUEST,
    /** A time. */
    EVERY,
    /** {@code auto}: from their cost and the rate of failures. */
    AUTO
  }

  static final CheckpointTimes NEVER = new CheckpointTimes(Kind.NEVER, Duration.ZERO);
  static final CheckpointTimes REQUEST = new CheckpointTimes(Kind.REQUEST, Duration.ZERO);

  /**
   * Parses a text.
   *
   * @throws IllegalArgumentException if the text is none
   */
  static CheckpointTimes parse(String text) {
    switch (text.toLowerCase(Locale.ROOT)) {
      case "auto":
        return new CheckpointTimes(Kind.AUTO, Duration.ZERO);
      case "request":
        return REQUEST;
      default:
        Duration every = Option.time(text, ", auto or request");
        return every.isZero() ? NEVER : new CheckpointTimes(Kind.EVERY, every);
    }
  }

  @Override
  public String toString() {
    return switch (kind) {
      case NEVER -> "0";
      case EVERY -> every.toMillis() + "ms";
      case REQUEST, AUTO -> kind.name().toLowerCase(Locale.ROOT);
    };
  }
}
