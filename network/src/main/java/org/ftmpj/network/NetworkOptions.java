package org.ftmpj.network;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.ftmpj.common.config.CheckSum;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.network.wire.Tls;
import org.ftmpj.network.wire.Wiring;

/**
 * How sessions are kept.
 *
 * @param window bytes that are under way to a host, and not delivered there, at most
 * @param detection how often it is looked whether a path is well while something is under way
 * @param hostTimeout after so long without a sign of life a host is lost
 * @param checkSum of the contents that this process sends
 * @param paths name of the kind of path
 * @param wiring what connections are in
 */
public record NetworkOptions(
    int window,
    Duration detection,
    Duration hostTimeout,
    CheckSum checkSum,
    String paths,
    Wiring wiring) {

  /** Over TCP as it is. */
  public NetworkOptions(
      int window, Duration detection, Duration hostTimeout, CheckSum checkSum, String paths) {
    this(window, detection, hostTimeout, checkSum, paths, Wiring.PLAIN);
  }

  /** All defaults. */
  public static NetworkOptions defaults() {
    return new NetworkOptions(
        Options.NETWORK_WINDOW.defaultValue() << 20,
        Duration.ofMillis(Options.NETWORK_DETECTION.defaultValue()),
        Duration.ofSeconds(Options.HOST_TIMEOUT.defaultValue()),
        Options.NETWORK_CHECKSUM.defaultValue(),
        Options.NETWORK_PATHS.defaultValue());
  }

  /**
   * What a configuration says.
   *
   * @throws org.ftmpj.common.error.FtmpjException {@code HOST_CERTIFICATE} if it names files for
   *     TLS that cannot be read, or not all of them
   */
  public static NetworkOptions of(Configuration configuration) {
    return new NetworkOptions(
        configuration.get(Options.NETWORK_WINDOW) << 20,
        Duration.ofMillis(configuration.get(Options.NETWORK_DETECTION)),
        Duration.ofSeconds(configuration.get(Options.HOST_TIMEOUT)),
        configuration.get(Options.NETWORK_CHECKSUM),
        configuration.get(Options.NETWORK_PATHS),
        wiring(configuration));
  }

  private static Wiring wiring(Configuration configuration) {
    Optional<Path> certificate = configuration.find(Options.NETWORK_TLS_CERTIFICATE);
    Optional<Path> key = configuration.find(Options.NETWORK_TLS_KEY);
    Optional<Path> trust = configuration.find(Options.NETWORK_TLS_TRUST);
    if (certificate.isEmpty() && key.isEmpty() && trust.isEmpty()) {
      return Wiring.PLAIN;
    }
    if (certificate.isEmpty() || key.isEmpty() || trust.isEmpty()) {
      throw new FtmpjException(
          ErrorCode.HOST_CERTIFICATE,
          "Of network.tls.certificate, network.tls.key and network.tls.trust only some are set");
    }
    return Tls.of(certificate.get(), key.get(), trust.get());
  }
}
