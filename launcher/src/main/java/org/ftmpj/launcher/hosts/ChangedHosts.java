package org.ftmpj.launcher.hosts;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The user's changes to the hosts of a job since its run before.
 *
 * @param named the hosts; empty for those that it had
 * @param via how daemons are started; empty for as before
 * @param bind where the launcher listens; empty for as before
 * @param join how long hosts may take to join; empty for as before
 */
public record ChangedHosts(
    Optional<HostList> named,
    Optional<HostsOptions.Via> via,
    List<String> bind,
    Optional<Duration> join) {
  /** No change. */
  public static final ChangedHosts NONE =
      new ChangedHosts(Optional.empty(), Optional.empty(), List.of(), Optional.empty());

  public ChangedHosts {
    bind = List.copyOf(bind);
  }
}
