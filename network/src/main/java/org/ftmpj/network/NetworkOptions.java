package org.ftmpj.network;

import java.time.Duration;
import org.ftmpj.common.config.CheckSum;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.Options;

/**
 * How sessions are kept.
 *
 * @param window bytes that are under way to a host, and not delivered there, at most
 * @param detection how often it is looked whether a path is well while something is under way
 * @param hostTimeout after so long without a sign of life a host is lost
 * @param checkSum of the contents that this process sends
 * @param paths name of the kind of path
 */
public record NetworkOptions(
    int window, Duration detection, Duration hostTimeout, CheckSum checkSum, String paths) {

  /** All defaults. */
  public static NetworkOptions defaults() {
    return new NetworkOptions(
        Options.NETWORK_WINDOW.defaultValue() << 20,
        Duration.ofMillis(Options.NETWORK_DETECTION.defaultValue()),
        Duration.ofSeconds(Options.HOST_TIMEOUT.defaultValue()),
        Options.NETWORK_CHECKSUM.defaultValue(),
        Options.NETWORK_PATHS.defaultValue());
  }

  /** What a configuration says. */
  public static NetworkOptions of(Configuration configuration) {
    return new NetworkOptions(
        configuration.get(Options.NETWORK_WINDOW) << 20,
        Duration.ofMillis(configuration.get(Options.NETWORK_DETECTION)),
        Duration.ofSeconds(configuration.get(Options.HOST_TIMEOUT)),
        configuration.get(Options.NETWORK_CHECKSUM),
        configuration.get(Options.NETWORK_PATHS));
  }
}
