package org.ftmpj.network;

import java.time.Duration;
import org.ftmpj.common.config.CheckSum;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.Options;

/**
 * The settings of sessions.
 *
 * @param window the most undelivered bytes under way to a host
 * @param detection the time between checks of a path while something is under way
 * @param hostTimeout the time without a sign of life after which a host is lost
 * @param checkSum of the contents that this process sends
 * @param paths name of the kind of path
 */
public record NetworkOptions(
    int window, Duration detection, Duration hostTimeout, CheckSum checkSum, String paths) {

  /** The default settings. */
  public static NetworkOptions defaults() {
    return new NetworkOptions(
        Options.NETWORK_WINDOW.defaultValue() << 20,
        Duration.ofMillis(Options.NETWORK_DETECTION.defaultValue()),
        Duration.ofSeconds(Options.HOST_TIMEOUT.defaultValue()),
        Options.NETWORK_CHECKSUM.defaultValue(),
        Options.NETWORK_PATHS.defaultValue());
  }

  /** The settings of a configuration. */
  public static NetworkOptions of(Configuration configuration) {
    return new NetworkOptions(
        configuration.get(Options.NETWORK_WINDOW) << 20,
        Duration.ofMillis(configuration.get(Options.NETWORK_DETECTION)),
        Duration.ofSeconds(configuration.get(Options.HOST_TIMEOUT)),
        configuration.get(Options.NETWORK_CHECKSUM),
        configuration.get(Options.NETWORK_PATHS));
  }
}
