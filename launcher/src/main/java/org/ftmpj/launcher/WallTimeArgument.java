package org.ftmpj.launcher;

import java.time.Duration;
import java.util.Optional;
import org.ftmpj.common.config.Option;

/** The option for the time until a job is stopped. */
final class WallTimeArgument {
  @picocli.CommandLine.Option(
      names = "--walltime",
      paramLabel = "TIME",
      description = {
        "Stop the job before it has run for this long (30m, 12h): its ranks take"
            + " checkpoints, if they take any, and `ftmpj resume` continues it later, see"
            + " docs/resume.md. If a signal stops the job, it can be resumed, too."
      })
  private String text;

  boolean isGiven() {
    return text != null;
  }

  /** The time; empty if none is given. */
  Optional<Duration> time() {
    return Optional.ofNullable(text).map(Option::time);
  }

  /** The error in the argument. */
  Optional<String> problem() {
    try {
      return time().filter(Duration::isZero).map(zero -> "--walltime must be more than 0");
    } catch (IllegalArgumentException e) {
      return Optional.of("--walltime " + e.getMessage());
    }
  }
}
