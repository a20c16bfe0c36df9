package org.ftmpj.launcher.hosts;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.job.JobOrder;
import org.ftmpj.launcher.job.JobHome;
import org.ftmpj.launcher.job.JobOptions;
import org.ftmpj.launcher.program.RunRequest;
import org.ftmpj.supervisor.record.StoppedRecord;

/**
 * A job on several hosts that begins at its beginning.
 *
 * @param home of its directory
 * @param label whether each line of output begins with its rank
 */
record BeginningHosts(
    RunRequest request, JobOptions options, HostsOptions hosts, JobHome home, boolean label)
    implements HostsSource {

  @Override
  public int size() {
    return request.size();
  }

  @Override
  public JobLayout open() {
    return home.make(request);
  }

  @Override
  public Optional<StoppedRecord> stopped() {
    return Optional.empty();
  }

  @Override
  public LostHosts lost() {
    return new LostHosts(hosts.division().placement());
  }

  @Override
  public Set<Integer> left() {
    return Set.of();
  }

  @Override
  public Optional<NextRunHosts.Leaving> leaving(Set<Integer> missing) {
    return Optional.empty();
  }

  @Override
  public HostOrders orders(
      JobLayout layout, List<JobOrder.Peer> peers, List<Integer> lost, int loggersOnHosts) {
    return HostOrders.first(
        request, options, layout, peers, hosts, loggersOnHosts, options.isResumable());
  }

  @Override
  public int hostsForLoggers() {
    return hosts.division().hosts().size();
  }

  @Override
  public Optional<Loggers> loggers() {
    return Optional.empty();
  }

  @Override
  public Conditions conditions() {
    return new Conditions(
        hosts.division().slots(), hosts.shared(), label, options.keep(), options.statistics());
  }
}
