package org.ftmpj.launcher.hosts;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ftmpj.hostd.copies.CopySettings;
import org.ftmpj.network.NetworkOptions;

/**
 * The placement of a job's ranks, and the way in which their hosts join.
 *
 * @param division the hosts and their ranks
 * @param via how their daemons are started
 * @param remoteShell instead of {@code ssh}, as words; called as {@code WORD... HOST COMMAND...}
 * @param command of ftmpj on the hosts
 * @param bind where the launcher listens, as text, {@code ADDRESS} or {@code ADDRESS:PORT} for each
 *     path; empty for the address by which it reaches the first host
 * @param join how long hosts may take to join
 * @param network how sessions with them are kept
 * @param shared the same as options for them, {@code ft.NAME=VALUE}
 * @param copies where checkpoints are copied
 * @param takeover whether the job may go on without its launcher
 */
public record HostsOptions(
    HostList.Division division,
    Via via,
    List<String> remoteShell,
    Path command,
    List<String> bind,
    Duration join,
    NetworkOptions network,
    List<String> shared,
    CopySettings copies,
    boolean takeover) {

  /** Returns these options with other hosts, which are reached in another way. */
  HostsOptions with(
      HostList.Division others, Via otherVia, List<String> otherBind, Duration otherJoin) {
    return new HostsOptions(
        others,
        otherVia,
        remoteShell,
        command,
        otherBind,
        otherJoin,
        network,
        shared,
        copies,
        takeover);
  }

  /** The way in which daemons are started. */
  public enum Via {
    /** By a remote shell. */
    SSH,
    /** By the user, who is told the command. */
    WAIT,
    /** By Slurm, in whose job the launcher runs. */
    SLURM;

    /** The way with that name of users; empty if there is none, also for null. */
    static Optional<Via> named(String name) {
      return Arrays.stream(values())
          .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(name))
          .findFirst();
    }
  }
}
