package org.ftmpj.supervisor.rank;

import java.time.Duration;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.HangAction;
import org.ftmpj.common.config.Options;

/**
 * What is done about ranks that are stopped by a signal.
 *
 * @param timeout how long one may be; zero: for ever
 */
public record HangPolicy(Duration timeout, HangAction action) {

  /** As the options say. */
  public static HangPolicy of(Configuration configuration) {
    return new HangPolicy(
        Duration.ofSeconds(configuration.get(Options.HANG_TIMEOUT)),
        configuration.get(Options.HANG_ACTION));
  }
}
