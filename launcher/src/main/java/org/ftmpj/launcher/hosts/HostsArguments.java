package org.ftmpj.launcher.hosts;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.launcher.install.Installation;
import org.ftmpj.network.NetworkOptions;
import picocli.CommandLine.Option;

/** The options of {@code ftmpj run} that are about several hosts. */
public final class HostsArguments {
  @Option(
      names = "--hosts",
      paramLabel = "HOST[:N],...",
      description =
          "Run the ranks on these hosts, at most N on one; else divided equally. See docs/hosts.md.")
  private String hosts;

  @Option(
      names = "--machinefile",
      paramLabel = "FILE",
      description = "The same from a file: HOST, HOST:N or HOST slots=N in each line.")
  private Path machineFile;

  @Option(
      names = "--via",
      paramLabel = "ssh|wait",
      description =
          "How `ftmpj hostd` is started on each host: by ssh (default), or by you, who are told the"
              + " command.")
  private String via;

  @Option(
      names = "--remote-shell",
      paramLabel = "COMMAND",
      description =
          "Instead of ssh; called as COMMAND HOST and the words of `ftmpj hostd`, which it must not"
              + " split.")
  private String remoteShell;

  @Option(
      names = "--remote-ftmpj",
      paramLabel = "PATH",
      description = "The command ftmpj on the hosts; else where it is here.")
  private Path remoteFtmpj;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS[:PORT],...",
      description =
          "Listen for the hosts on these addresses, one for each path; else on that from which the"
              + " first host is reached.")
  private String bind;

  @Option(
      names = "--join-timeout",
      paramLabel = "SECONDS",
      defaultValue = "120",
      description = "How long hosts may take to join (default: ${DEFAULT-VALUE}).")
  private int joinTimeoutS;

  /** Whether the ranks are to run on several hosts. */
  public boolean areGiven() {
    return hosts != null || machineFile != null;
  }

  /** Of these options, those that were given, by their names. */
  public List<String> given() {
    List<String> given = new ArrayList<>();
    add("--hosts", hosts, given);
    add("--machinefile", machineFile, given);
    given.addAll(givenBesides());
    return given;
  }

  private List<String> givenBesides() {
    List<String> given = new ArrayList<>();
    add("--via", via, given);
    add("--remote-shell", remoteShell, given);
    add("--remote-ftmpj", remoteFtmpj, given);
    add("--bind", bind, given);
    return given;
  }

  private static void add(String name, Object value, List<String> given) {
    if (value != null) {
      given.add(name);
    }
  }

  /** What is wrong with them. */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    List<String> besides = givenBesides();
    if (!areGiven() && !besides.isEmpty()) {
      problems.add("of use with --hosts or --machinefile only: " + String.join(", ", besides));
    }
    if (hosts != null && machineFile != null) {
      problems.add("--hosts and --machinefile exclude each other");
    }
    if (via != null && parseVia().isEmpty()) {
      problems.add("--via must be ssh or wait");
    }
    if (remoteShell != null && parseVia().equals(Optional.of(HostsOptions.Via.WAIT))) {
      problems.add("--remote-shell and --via wait exclude each other");
    }
    if (joinTimeoutS < 1) {
      problems.add("--join-timeout must be at least 1");
    }
    if (hosts != null) {
      try {
        HostList.parse(hosts);
      } catch (IllegalArgumentException e) {
        problems.add("--hosts: " + e.getMessage());
      }
    }
    return problems;
  }

  private Optional<HostsOptions.Via> parseVia() {
    try {
      return Optional.of(
          via == null
              ? HostsOptions.Via.SSH
              : HostsOptions.Via.valueOf(via.toUpperCase(Locale.ROOT)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /**
   * What they say.
   *
   * @param configuration all other options
   * @throws org.ftmpj.common.error.FtmpjException BAD_COMMAND if the hosts have no place for so
   *     many ranks, or the machine file cannot be read
   */
  public HostsOptions resolve(int ranks, Installation installation, Configuration configuration) {
    HostList list = hosts != null ? HostList.parse(hosts) : HostList.read(machineFile);
    return new HostsOptions(
        list.divide(ranks),
        parseVia().orElseThrow(),
        remoteShell == null ? ShellStarter.SSH : List.of(remoteShell.strip().split("\\s+")),
        remoteFtmpj == null ? installation.home().resolve("ftmpj") : remoteFtmpj,
        bind == null ? List.of() : List.of(bind.split(",")),
        Duration.ofSeconds(joinTimeoutS),
        NetworkOptions.of(configuration),
        SharedOptions.of(configuration));
  }
}
