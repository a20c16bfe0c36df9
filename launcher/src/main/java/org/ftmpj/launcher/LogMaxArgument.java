package org.ftmpj.launcher;

import java.util.Map;
import java.util.Optional;
import org.ftmpj.common.config.Option;
import org.ftmpj.common.config.Options;

/** The option for the disk space of a job's logs. */
final class LogMaxArgument {
  @picocli.CommandLine.Option(
      names = "--log-max",
      paramLabel = "MIB",
      description = {
        "Disk space that the logs of the job may take on one host. Ranks are asked for"
            + " checkpoints in time; at the quota the job stops, and `ftmpj resume` can continue"
            + " it with a larger one, see docs/log-space.md."
      })
  private Integer mib;

  boolean isGiven() {
    return mib != null;
  }

  /** The quota; empty if none is given. */
  Optional<Integer> mib() {
    return Optional.ofNullable(mib);
  }

  /** The error in the argument. */
  Optional<String> problem() {
    return mib().filter(given -> given < 1).map(given -> "--log-max must be 1 or more");
  }

  /** The option of docs/options.md that it sets, as text. */
  Map<Option<?>, String> options() {
    return isGiven() ? Map.of(Options.LOG_MAX, mib.toString()) : Map.of();
  }
}
