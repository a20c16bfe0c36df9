package org.ftmpj.launcher.hosts;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.job.JobOrder;
import org.ftmpj.supervisor.record.StoppedRecord;

/** The source of a job on several hosts: it begins, or is resumed. One thread. */
interface HostsSource {

  /** The number of its ranks. */
  int size();

  /** The start of its hosts, and the placement of its ranks. */
  HostsOptions hosts();

  /**
   * Makes the launcher's directory, or takes it over. First.
   *
   * @throws org.ftmpj.common.error.FtmpjException LOG_NOT_WRITABLE, and why it cannot be resumed
   */
  JobLayout open();

  /** The record of its stop; empty if the job begins. */
  Optional<StoppedRecord> stopped();

  /** The lost hosts and the placement of the ranks. */
  LostHosts lost();

  /** Hosts that were there when it was stopped, and are not in this run; numbers. */
  Set<Integer> left();

  /**
   * The new hosts for the ranks of lost ones.
   *
   * @param missing hosts that were expected and have not come
   * @return empty if there are none
   * @throws org.ftmpj.common.error.FtmpjException HOSTS_MISSING if there is no room for them then
   */
  Optional<NextRunHosts.Leaving> leaving(Set<Integer> missing);

  /**
   * The orders for the hosts.
   *
   * @param peers all hosts, in order of their numbers; one that is lost has no address
   * @param lost the hosts that are lost by now
   * @param loggersOnHosts how many have an event logger of the job
   */
  HostOrders orders(
      JobLayout layout, List<JobOrder.Peer> peers, List<Integer> lost, int loggersOnHosts);

  /** So many hosts, the first ones, can have an event logger of the job each. */
  int hostsForLoggers();

  /** Where several event loggers listened in the run before; empty if there is none. */
  Optional<Loggers> loggers();

  /** The user's wishes that the orders do not contain. */
  Conditions conditions();
}
