package org.ftmpj.launcher.hosts;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.supervisor.rank.ProcessStatus;

/**
 * Starts all daemons as one step of the Slurm job that the launcher runs in. Slurm gives each of
 * them the secret, on its standard input.
 */
final class SlurmStarter implements HostStarter {
  private final String secret;
  private final Consumer<String> notice;
  private RemoteShell step; // null before it is started

  SlurmStarter(String secret, Consumer<String> notice) {
    this.secret = secret;
    this.notice = notice;
  }

  @Override
  public void start(List<RemoteHost> hosts, DaemonCommand command) {
    step =
        RemoteShell.start(
            words(hosts, command),
            secret,
            line -> notice.accept("Slurm: " + line),
            status -> ended(hosts, status));
  }

  /**
   * Runs apart from the terminal's processes: srun reacts to a Ctrl-C even if it should be ignored.
   */
  static List<String> words(List<RemoteHost> hosts, DaemonCommand command) {
    String names = hosts.stream().map(RemoteHost::name).collect(Collectors.joining(","));
    List<String> words =
        new ArrayList<>(List.of("setsid", SlurmCommands.SRUN, "--job-name=ftmpj", "--label"));
    words.addAll(List.of("--nodes=" + hosts.size(), "--ntasks=" + hosts.size()));
    words.addAll(List.of("--ntasks-per-node=1", "--nodelist=" + names));
    // A daemon that ends, or a lost node, does not concern the others.
    words.addAll(List.of("--no-kill", "--kill-on-bad-exit=0", "--wait=0"));
    // Its ranks use all that the job has on the node, even if other steps run there.
    words.addAll(List.of("--overlap", "--cpu-bind=none", "--mpi=none"));
    words.addAll(List.of("--input=all", "--output=all", "--error=all"));
    words.addAll(command.ofNodes(hosts));
    return words;
  }

  /**
   * Handles the end of srun: hosts that have joined may continue without it, as their sessions
   * show.
   */
  private static void ended(List<RemoteHost> hosts, int status) {
    for (RemoteHost host : hosts) {
      if (!host.joined().isDone()) {
        host.lost(
            new FtmpjException(
                ErrorCode.HOST_LOST,
                SlurmCommands.SRUN + " ended with " + new ProcessStatus(status)));
      }
    }
  }

  @Override
  public void end() throws InterruptedException {
    if (step != null) {
      step.close();
    }
  }
}
