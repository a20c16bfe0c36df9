package org.ftmpj.logger.command;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.ftmpj.common.config.Spelling;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.secret.Secret;
import org.ftmpj.common.secret.SecretFile;
import org.ftmpj.logger.metrics.MetricsAddress;
import org.ftmpj.logger.server.EventLoggerServer;
import org.ftmpj.logger.server.LocalJob;
import picocli.CommandLine.Option;

/**
 * The options of {@link LoggerCommand}. They are texts first, so that all problems are found at
 * once.
 */
final class LoggerOptions {
  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description =
          "Address to listen on (default: ${DEFAULT-VALUE}). Any address other than loopback"
              + " admits other hosts that know the secret.")
  private String bind;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "Port to listen on, 0 for any free one (default: ${DEFAULT-VALUE}).")
  private String port;

  @Option(
      names = "--store",
      paramLabel = "DIR",
      description = "Directory for all data; created if it does not exist. Required.")
  private String store;

  @Option(
      names = "--secret-file",
      paramLabel = "FILE",
      description =
          "File with the secret that ranks have to know, mode 0600, random: `openssl rand -hex 32`."
              + " Required.")
  private String secretFile;

  @Option(
      names = "--follow",
      paramLabel = "JOBDIR",
      description = "Also store what the ranks of this job on this host log locally.")
  private String follow;

  @Option(
      names = "--address-file",
      paramLabel = "FILE",
      description = "File to write host:port to, once the logger listens.")
  private String addressFile;

  @Option(
      names = "--reserve",
      paramLabel = "MIB",
      defaultValue = "64",
      description =
          "Disk space to leave free, in MiB; with less, the logger stops (default:"
              + " ${DEFAULT-VALUE}).")
  private String reserve;

  @Option(
      names = "--metrics",
      paramLabel = "[HOST:]PORT",
      description =
          "Serve metrics for Prometheus at this address, see docs/metrics.md; on the loopback"
              + " address if no host is given, port 0 for any free one (default: none are served).")
  private String metrics;

  @Option(names = "--exit-with-parent", description = "End when standard input ends.")
  private boolean exitWithParent;

  private int reserveMib;
  private MetricsAddress metricsAddress;

  /**
   * @param unknown arguments that are no options of this command
   * @param known the names of its options
   * @throws FtmpjException {@code BAD_OPTIONS}, naming all mistakes
   */
  EventLoggerServer.Settings settings(List<String> unknown, Collection<String> known) {
    List<String> problems = new ArrayList<>();
    unknown.forEach(
        argument -> problems.add("unknown argument " + argument + meant(argument, known)));
    InetSocketAddress address = address(problems);
    Path storeDirectory = required("--store", store, problems);
    Secret secret = secret(problems);
    Optional<LocalJob> here = localJob(problems);
    reserveMib = reserve(problems);
    metricsAddress = metrics(problems);
    if (addressFile != null && !isDirectory(Path.of(addressFile).toAbsolutePath().getParent())) {
      problems.add("--address-file: the directory of " + addressFile + " does not exist");
    }
    if (!problems.isEmpty()) {
      throw new FtmpjException(
          ErrorCode.BAD_OPTIONS, "ftmpj logger: " + String.join("; ", problems));
    }
    return new EventLoggerServer.Settings(address, storeDirectory, secret, here);
  }

  private static String meant(String argument, Collection<String> known) {
    return Spelling.nearest(argument.split("=", 2)[0], known)
        .map(nearest -> ", did you mean " + nearest + "?")
        .orElse("");
  }

  Optional<Path> addressFile() {
    return Optional.ofNullable(addressFile).map(Path::of);
  }

  /** The address of the metrics; known after {@link #settings}. */
  Optional<MetricsAddress> metrics() {
    return Optional.ofNullable(metricsAddress);
  }

  private MetricsAddress metrics(List<String> problems) {
    try {
      return metrics == null ? null : MetricsAddress.parse(metrics);
    } catch (IllegalArgumentException e) {
      problems.add("--metrics: " + e.getMessage());
      return null;
    }
  }

  /** The reserve of disk space in bytes; known after {@link #settings}. */
  long reserveBytes() {
    return (long) reserveMib << 20;
  }

  private int reserve(List<String> problems) {
    try {
      int mib = Integer.parseInt(reserve);
      if (mib >= 0) {
        return mib;
      }
    } catch (NumberFormatException e) {
      // Reported as any other text that is no such number.
    }
    problems.add("--reserve: " + reserve + " is no whole number of MiB");
    return 0;
  }

  boolean exitWithParent() {
    return exitWithParent;
  }

  private InetSocketAddress address(List<String> problems) {
    InetAddress host = null;
    int number = -1;
    try {
      host = InetAddress.getByName(bind);
    } catch (UnknownHostException e) {
      problems.add("--bind: " + bind + " is no address");
    }
    try {
      number = Integer.parseInt(port);
    } catch (NumberFormatException e) {
      // Reported as out of range.
      number = -1;
    }
    if (number < 0 || number > 65535) {
      problems.add("--port: " + port + " is not in 0..65535");
      return null;
    }
    return new InetSocketAddress(host, number);
  }

  private Secret secret(List<String> problems) {
    Path file = required("--secret-file", secretFile, problems);
    if (file == null) {
      return null;
    }
    try {
      return Secret.of(SecretFile.read(file), file.toString());
    } catch (IOException e) {
      problems.add("--secret-file: " + Reason.of(e));
      return null;
    }
  }

  private Optional<LocalJob> localJob(List<String> problems) {
    if (follow == null) {
      return Optional.empty();
    }
    Path directory = Path.of(follow).toAbsolutePath().normalize();
    if (!Files.isDirectory(directory)) {
      problems.add("--follow: " + directory + " is no directory");
      return Optional.empty();
    }
    JobLayout layout = new JobLayout(directory);
    try {
      JobIdentity identity = JobIdentity.of(layout);
      return Optional.of(new LocalJob(layout, identity.name()));
    } catch (FtmpjException e) {
      problems.add("--follow: " + e.getMessage());
      return Optional.empty();
    }
  }

  private static Path required(String option, String value, List<String> problems) {
    if (value == null) {
      problems.add(option + " is required");
      return null;
    }
    return Path.of(value);
  }

  private static boolean isDirectory(Path directory) {
    return directory != null && Files.isDirectory(directory);
  }
}
