package org.ftmpj.launcher.hosts;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ftmpj.launcher.hosts.HostsOptions.Via;
import picocli.CommandLine.Option;

/** The options of {@code ftmpj resume} that are about several hosts. */
public final class ResumeHostsArguments {
  @Option(
      names = "--hosts",
      paramLabel = "HOST[:N],...",
      description =
          "Continue on these hosts, with at most N ranks on one. A host that the job had"
              + " keeps its ranks; the ranks of unnamed hosts move to the others. Default: the hosts"
              + " that the job had, or, if Slurm starts its daemons, the nodes of this job of Slurm."
              + " See docs/resume.md.")
  private String hosts;

  @Option(
      names = "--machinefile",
      paramLabel = "FILE",
      description = "Read the hosts from a file: HOST, HOST:N or HOST slots=N on each line.")
  private Path machineFile;

  @Option(
      names = "--via",
      paramLabel = "ssh|wait|slurm",
      description = "How `ftmpj hostd` is started on each host from now on; by default as before.")
  private String via;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS[:PORT],...",
      description =
          "Listen for the hosts on these addresses, one for each path, from now on; by"
              + " default as before.")
  private String bind;

  @Option(
      names = "--join-timeout",
      paramLabel = "SECONDS",
      description = "How long hosts may take to join from now on; by default as before.")
  private Integer joinTimeoutS;

  /** The names of the given options. */
  public List<String> given() {
    List<String> given = new ArrayList<>();
    add("--hosts", hosts, given);
    add("--machinefile", machineFile, given);
    add("--via", via, given);
    add("--bind", bind, given);
    add("--join-timeout", joinTimeoutS, given);
    return given;
  }

  private static void add(String name, Object value, List<String> given) {
    if (value != null) {
      given.add(name);
    }
  }

  /** The mistakes in them. */
  public List<String> problems() {
    List<String> problems = new ArrayList<>(HostList.problems(hosts, machineFile));
    if (via != null && Via.named(via).isEmpty()) {
      problems.add("--via must be ssh, wait or slurm");
    }
    if (joinTimeoutS != null && joinTimeoutS < 1) {
      problems.add("--join-timeout must be at least 1");
    }
    return problems;
  }

  /**
   * The change that they describe.
   *
   * @throws org.ftmpj.common.error.FtmpjException BAD_COMMAND if the machine file cannot be read
   */
  public ChangedHosts resolve() {
    Optional<HostList> named = Optional.ofNullable(hosts).map(HostList::parse);
    return new ChangedHosts(
        named.or(() -> Optional.ofNullable(machineFile).map(HostList::read)),
        Via.named(via),
        bind == null ? List.of() : List.of(bind.split(",")),
        Optional.ofNullable(joinTimeoutS).map(Duration::ofSeconds));
  }
}
