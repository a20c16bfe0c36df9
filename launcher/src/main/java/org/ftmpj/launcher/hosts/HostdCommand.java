package org.ftmpj.launcher.hosts;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.config.LogQuota;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.life.SelfCheck;
import org.ftmpj.common.secret.SecretFile;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.hostd.job.HostDaemon;
import org.ftmpj.hostd.job.HostServices;
import org.ftmpj.hostd.job.LogLimits;
import org.ftmpj.hostd.job.Sessions;
import org.ftmpj.launcher.cli.ValidatedCommand;
import org.ftmpj.launcher.install.Installation;
import org.ftmpj.launcher.job.JobHome;
import org.ftmpj.launcher.registry.LostParts;
import org.ftmpj.network.NetworkOptions;
import org.ftmpj.transport.journal.FreeSpace;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ftmpj hostd}: runs the ranks of a job that are placed on this host. */
@Command(
    name = "hostd",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Joins a job that `ftmpj run --hosts` has started, and runs the ranks that are placed on"
            + " this host. Ends with the job.")
public final class HostdCommand implements Callable<Integer>, ValidatedCommand {
  /** The time for the job's end after the daemon has found an error in itself. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  @Option(
      names = "--join",
      required = true,
      paramLabel = "HOST:PORT,...",
      description = "Addresses at which the launcher listens, one for each path.")
  private String join;

  @Option(
      names = "--number",
      paramLabel = "N",
      description = "The number of this host in the job; the first is 1.")
  private Integer number;

  @Option(
      names = "--nodes",
      split = ",",
      paramLabel = "NAME",
      description =
          "Instead of --number: all hosts of the job; this host is the one that Slurm names"
              + " in SLURMD_NODENAME.")
  private List<String> nodes;

  @Option(
      names = "--secret-file",
      required = true,
      paramLabel = "FILE",
      description =
          "The job's secret; - reads it from the first line of the standard input, which then"
              + " has to stay open.")
  private String secretFile;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS[:PORT],...",
      description =
          "Listen for the other hosts on these addresses, one for each path; by default on"
              + " those from which the launcher is reached.")
  private String bind;

  @Option(
      names = "-D",
      paramLabel = "ft.NAME=VALUE",
      description = "An option of docs/options.md; the launcher passes the options that it has.")
  private List<String> options = new ArrayList<>();

  @Override
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    if ((number == null) == (nodes == null)) {
      problems.add("one of --number and --nodes is needed");
    }
    if (number != null && number < 1) {
      problems.add("--number must be at least 1");
    }
    try {
      if (join != null) {
        parseJoin();
      }
    } catch (IllegalArgumentException e) {
      problems.add("--join " + e.getMessage());
    }
    return problems;
  }

  @Override
  public Integer call() throws Exception {
    Installation installation = Installation.find(System.getenv());
    installation.agentJar();
    List<InetSocketAddress> launcher = launcher();
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    boolean isGiven = secretFile.equals(DaemonCommand.STANDARD_INPUT);
    String secret = isGiven ? firstLine(input) : SecretFile.read(Path.of(secretFile));
    Configuration configuration = SharedOptions.configuration(options);
    FreeSpace.keep((long) configuration.get(Options.LOG_RESERVE) << 20);
    LostParts.remove(text -> System.err.println("ftmpj: " + text));
    NetworkOptions network = NetworkOptions.of(configuration);
    int self = number == null ? SlurmTask.number(nodes, System.getenv()) : number;
    try (Sessions sessions = HostNetwork.open(self, secret, addresses(launcher), network)) {
      HostDaemon daemon = new HostDaemon(services(installation, secret, sessions, configuration));
      if (isGiven) {
        watch(input, daemon);
      }
      Duration bound = Duration.ofSeconds(configuration.get(Options.SELFCHECK_TIMEOUT));
      SelfCheck.start(bound, () -> {}, why -> end(daemon, why));
      daemon.run(launcher);
    }
    return 0;
  }

  /** Ends the job, and this process, if what is found prevents that it ends by itself. */
  private static void end(HostDaemon daemon, FtmpjException why) {
    System.err.println("ftmpj: " + why.getMessage());
    daemon.fail(why);
    Deadline deadline = Deadline.in(GRACE);
    while (!deadline.isOver()) {
      LockSupport.parkNanos(deadline.leftNs());
    }
    Runtime.getRuntime().halt(why.code().exitCode());
  }

  private static HostServices services(
      Installation installation, String secret, Sessions sessions, Configuration configuration) {
    LogQuota quota = LogQuota.of(configuration);
    return new HostServices(
        sessions,
        (order, place, rank, incarnation) ->
            RankOfHost.command(installation, order, quota, place, rank, incarnation),
        (order, layout) -> RankOfHost.record(installation, order, layout),
        secret,
        JobHome.loggers(installation),
        new LogLimits(
            configuration.get(Options.LOG_RESERVE),
            configuration.get(Options.LOG_MEMORY),
            configuration.get(Options.LOG_SEGMENT),
            quota),
        configuration.get(Options.NETWORK_DIRECT)
            ? Optional.of(configuration.get(Options.NETWORK_SEAL))
            : Optional.empty(),
        new Successor(sessions, secret));
  }

  private List<HostPort> parseJoin() {
    List<HostPort> addresses = new ArrayList<>();
    for (String address : join.split(",", -1)) {
      addresses.add(HostPort.parse(address.strip()));
    }
    return addresses;
  }

  private List<InetSocketAddress> launcher() {
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (HostPort address : parseJoin()) {
      InetSocketAddress resolved = new InetSocketAddress(address.host(), address.port());
      if (resolved.isUnresolved()) {
        throw new FtmpjException(
            ErrorCode.BAD_COMMAND, "--join: there is no host " + address.host());
      }
      addresses.add(resolved);
    }
    return addresses;
  }

  private List<InetSocketAddress> addresses(List<InetSocketAddress> launcher) throws IOException {
    if (bind != null) {
      return BindAddresses.parse(List.of(bind.split(",")));
    }
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (InetSocketAddress address : launcher) {
      addresses.add(BindAddresses.towards(address.getAddress()));
    }
    return addresses;
  }

  private static String firstLine(BufferedReader input) throws IOException {
    String line = input.readLine();
    if (line == null) {
      throw new FtmpjException(
          ErrorCode.WRONG_SECRET, "the standard input ends without the job's secret");
    }
    return line.strip();
  }

  /** The other end of the standard input is the launcher's, directly or through a remote shell. */
  private static void watch(BufferedReader input, HostDaemon daemon) {
    Thread thread =
        new Thread(
            () -> {
              try {
                while (input.readLine() != null) {
                  // Nothing follows the secret.
                }
              } catch (IOException e) {
                // As at its end.
              }
              daemon.inputEnded();
            },
            "standard input");
    thread.setDaemon(true);
    thread.start();
  }
}
