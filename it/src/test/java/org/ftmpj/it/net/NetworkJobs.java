package org.ftmpj.it.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ftmpj.it.job.Command;
import org.ftmpj.it.job.Installation;
import org.ftmpj.it.job.JobSpec;
import org.ftmpj.testnet.HostsNetwork;

/**
 * Jobs on the hosts of a {@link HostsNetwork}: the launcher is on host 0, the ranks are on all
 * others, divided equally. Each path is a link.
 */
public final class NetworkJobs {
  private final HostsNetwork network;
  private final Path java;
  private final Path shell;

  /**
   * @param directory for scripts
   */
  public NetworkJobs(HostsNetwork network, Path directory) {
    this(network, directory, "");
  }

  /**
   * The same.
   *
   * @param before done on each host first; {@code $host} is its name, {@code "$@"} the words of the
   *     daemon
   */
  public NetworkJobs(HostsNetwork network, Path directory, String before) {
    this.network = network;
    java =
        script(
            directory.resolve("java-on-" + network.host(0)),
            "exec ip netns exec " + network.host(0) + " " + Installation.java() + " \"$@\"");
    shell =
        script(
            directory.resolve("shell-to-" + network.hosts()),
            "host=$1; shift 2\n"
                + before
                + "\nexec ip netns exec $host "
                + Command.daemonLine("\"$FTMPJ_IT_TEMPORARY\"")
                + " \"$@\"");
  }

  /** The same job on all hosts. */
  public JobSpec on(JobSpec spec) {
    return on(spec, 0);
  }

  /**
   * The same.
   *
   * @param port at which the launcher listens on each link; 0 for any
   */
  public JobSpec on(JobSpec spec, int port) {
    return on(spec, port, network.hosts() - 1);
  }

  /** The same on so many hosts after that of the launcher. */
  public JobSpec on(JobSpec spec, int port, int number) {
    return on(spec, port, 1, number);
  }

  /** The same job on the host of the launcher, and so many others. */
  public JobSpec onLaunchersToo(JobSpec spec, int others) {
    return on(spec, 0, 0, others);
  }

  private JobSpec on(JobSpec spec, int port, int first, int last) {
    String hosts =
        IntStream.rangeClosed(first, last).mapToObj(network::host).collect(Collectors.joining(","));
    String addresses =
        IntStream.range(0, HostsNetwork.LINKS)
            .mapToObj(link -> network.address(0, link) + (port == 0 ? "" : ":" + port))
            .collect(Collectors.joining(","));
    return spec.java(java)
        .with("--hosts", hosts, "--bind", addresses, "--remote-shell", shell.toString());
  }

  private static Path script(Path file, String text) {
    try {
      Files.writeString(file, "#!/bin/sh\n" + text + "\n");
      return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
