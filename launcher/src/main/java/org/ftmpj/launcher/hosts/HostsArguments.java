package org.ftmpj.launcher.hosts;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.CopyChoice;
import org.ftmpj.common.config.Options;
import org.ftmpj.hostd.copies.CopySettings;
import org.ftmpj.launcher.hosts.HostsOptions.Via;
import org.ftmpj.launcher.install.Installation;
import org.ftmpj.network.NetworkOptions;
import picocli.CommandLine.Option;

/** The options of {@code ftmpj run} that are about several hosts. */
public final class HostsArguments {
  /** Instead of a way to start daemons. */
  private static final String LOCAL = "local";

  private final Map<String, String> environment;

  @Option(
      names = "--hosts",
      paramLabel = "HOST[:N],...",
      description =
          "Run the ranks on these hosts, at most N on one; without N, divided equally. See"
              + " docs/hosts.md.")
  private String hosts;

  @Option(
      names = "--machinefile",
      paramLabel = "FILE",
      description = "Read the hosts from a file: HOST, HOST:N or HOST slots=N on each line.")
  private Path machineFile;

  @Option(
      names = "--spares",
      paramLabel = "N",
      description =
          "Reserve the last N hosts for the ranks of lost hosts; useful only at levels host"
              + " and quorum.")
  private Integer spares;

  @Option(
      names = "--via",
      paramLabel = "ssh|wait|slurm|local",
      description =
          "How `ftmpj hostd` is started on each host: by ssh, by you (the launcher prints the"
              + " command), or by Slurm; with local, no daemon is started and all ranks run on this"
              + " host. Default: ssh if hosts are named, else slurm in a job of Slurm. See"
              + " docs/clusters.md.")
  private String via;

  @Option(
      names = "--remote-shell",
      paramLabel = "COMMAND",
      description =
          "Command to use instead of ssh; called as COMMAND HOST and the words of `ftmpj"
              + " hostd`, which it must not split. If its name is ssh, too, it may have options.")
  private String remoteShell;

  @Option(
      names = "--remote-ftmpj",
      paramLabel = "PATH",
      description = "The command ftmpj on the hosts; by default at the same path as on this host.")
  private Path remoteFtmpj;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS[:PORT],...",
      description =
          "Listen for the hosts on these addresses, one for each path; by default on the one"
              + " from which the first host is reached.")
  private String bind;

  @Option(
      names = "--join-timeout",
      paramLabel = "SECONDS",
      defaultValue = "120",
      description = "How long hosts may take to join (default: ${DEFAULT-VALUE}).")
  private int joinTimeoutS;

  @Option(
      names = "--no-takeover",
      description =
          "End the job with its launcher even at level quorum; by default it continues there"
              + " without it, and can be attached to, see docs/hosts.md.")
  private boolean noTakeover;

  public HostsArguments() {
    this(System.getenv());
  }

  /**
   * @param environment of this process
   */
  HostsArguments(Map<String, String> environment) {
    this.environment = environment;
  }

  /** Whether the ranks are to run on other hosts, which are named here or in the environment. */
  public boolean areGiven() {
    return areNamed() || parseVia().equals(Optional.of(Via.SLURM));
  }

  private boolean areNamed() {
    return hosts != null || machineFile != null;
  }

  /** The addresses at which to listen for hosts; null if the user has not given any. */
  public String bind() {
    return bind;
  }

  /** The names of the given options. */
  public List<String> given() {
    List<String> given = new ArrayList<>();
    add("--hosts", hosts, given);
    add("--machinefile", machineFile, given);
    given.addAll(givenBesides());
    return given;
  }

  private List<String> givenBesides() {
    List<String> given = new ArrayList<>();
    add("--spares", spares, given);
    add("--via", via, given);
    add("--remote-shell", remoteShell, given);
    add("--remote-ftmpj", remoteFtmpj, given);
    add("--bind", bind, given);
    add("--no-takeover", noTakeover ? true : null, given);
    return given;
  }

  private static void add(String name, Object value, List<String> given) {
    if (value != null) {
      given.add(name);
    }
  }

  /** The errors in the arguments. */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    List<String> besides = givenBesides();
    boolean local = LOCAL.equals(via);
    if (local && given().size() > 1) {
      problems.add("--via local excludes all other options about hosts");
    } else if (!local && !areGiven() && !besides.isEmpty()) {
      problems.add("of use with --hosts or --machinefile only: " + String.join(", ", besides));
    }
    problems.addAll(HostList.problems(hosts, machineFile));
    if (via != null && !local && parseVia().isEmpty()) {
      problems.add("--via must be ssh, wait, slurm or local");
    }
    if (remoteShell != null && via != null && !parseVia().equals(Optional.of(Via.SSH))) {
      problems.add("--remote-shell and --via " + via + " exclude each other");
    }
    if (spares != null && spares < 0) {
      problems.add("--spares must not be negative");
    }
    if (joinTimeoutS < 1) {
      problems.add("--join-timeout must be at least 1");
    }
    return problems;
  }

  /** Empty if there is nothing to start, or something else was said. */
  private Optional<Via> parseVia() {
    return via == null ? usualVia() : Via.named(via);
  }

  private Optional<Via> usualVia() {
    if (areNamed()) {
      return Optional.of(Via.SSH);
    }
    return SlurmAllocation.of(environment)
        .filter(allocation -> remoteShell == null && !allocation.isThisHost())
        .map(allocation -> Via.SLURM);
  }

  /**
   * The options that the arguments give.
   *
   * @param configuration all other options
   * @throws org.ftmpj.common.error.FtmpjException BAD_COMMAND if the hosts have no place for so
   *     many ranks, or the machine file cannot be read; NO_ALLOCATION
   */
  public HostsOptions resolve(int ranks, Installation installation, Configuration configuration) {
    return new HostsOptions(
        division(ranks),
        parseVia().orElseThrow(),
        remoteShell == null ? ShellStarter.SSH : List.of(remoteShell.strip().split("\\s+")),
        remoteFtmpj == null ? installation.home().resolve("ftmpj") : remoteFtmpj,
        bind == null ? List.of() : List.of(bind.split(",")),
        Duration.ofSeconds(joinTimeoutS),
        NetworkOptions.of(configuration),
        SharedOptions.of(configuration),
        copies(configuration),
        !noTakeover);
  }

  private static CopySettings copies(Configuration configuration) {
    return configuration
        .find(Options.CHECKPOINT_DIR)
        .map(directory -> CopySettings.in(directory.toAbsolutePath()))
        .orElse(
            configuration.get(Options.CHECKPOINT_COPIES) == CopyChoice.PARTNER
                ? CopySettings.AT_PARTNER
                : CopySettings.NONE);
  }

  /** Tasks of Slurm say where ranks begin; when nodes are lost, others may have more. */
  private HostList.Division division(int ranks) {
    HostList.Division division = list(ranks).divide(ranks, spares == null ? 0 : spares);
    return areNamed() ? division : division.withRoom();
  }

  private HostList list(int ranks) {
    Optional<SlurmAllocation> allocation = Optional.empty();
    if (parseVia().equals(Optional.of(Via.SLURM))) {
      allocation = Optional.of(SlurmAllocation.require(environment));
      SlurmCommands.requireSrun(environment);
    }
    if (hosts != null) {
      return HostList.parse(hosts);
    }
    return machineFile != null
        ? HostList.read(machineFile)
        : allocation.orElseThrow().hosts(ranks, SlurmCommands::nodes);
  }
}
