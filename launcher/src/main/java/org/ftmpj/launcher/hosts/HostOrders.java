package org.ftmpj.launcher.hosts;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.Placement;
import org.ftmpj.hostd.job.FileDigest;
import org.ftmpj.hostd.job.JobOrder;
import org.ftmpj.launcher.job.JobOptions;
import org.ftmpj.launcher.program.RunRequest;

/** The orders for the hosts of a job, which differ only in the hosts' numbers. */
final class HostOrders {
  private static final Path HERE = Path.of("").toAbsolutePath();

  private final JobOrder order;

  private HostOrders(JobOrder order) {
    this.order = order;
  }

  /**
   * The orders of a job that begins.
   *
   * @param layout of the launcher's directory of the job
   * @param peers all hosts, in order of their numbers
   * @param loggersOnHosts the number of hosts with an event logger of the job
   * @param resumable whether it can be resumed when it was stopped, or its launcher is lost
   */
  static HostOrders first(
      RunRequest request,
      JobOptions options,
      JobLayout layout,
      List<JobOrder.Peer> peers,
      HostsOptions hosts,
      int loggersOnHosts,
      boolean resumable) {
    String identity = JobIdentity.of(layout).name();
    Optional<Path> config = options.config().map(Path::toAbsolutePath);
    JobOrder.Program program =
        new JobOrder.Program(
            request.program().classPath(),
            request.program().mainClass(),
            request.program().arguments(),
            request.jvmArguments(),
            HERE,
            RankOfHost.options(System.getenv()),
            files(request.program().classPath(), config));
    JobOrder.Settings settings =
        new JobOrder.Settings(
            options.durability(),
            loggersOnHosts,
            config,
            (int) options.hangs().suspect().toSeconds(),
            (int) options.hangs().confirm().toSeconds(),
            options.record(),
            hosts.copies(),
            resumable);
    return new HostOrders(
        new JobOrder(
            // A directory that the user has named may be called as any other.
            options.directory().isPresent() ? identity : layout.name(),
            identity,
            1,
            peers,
            hosts.division().placement(),
            program,
            settings));
  }

  /**
   * The orders of the next run of a job.
   *
   * @param before an order of the run before
   * @param hosts with their present addresses
   */
  static HostOrders next(
      JobOrder before, List<JobOrder.Peer> hosts, Placement placement, JobOrder.Turn turn) {
    return new HostOrders(
        new JobOrder(
            before.name(),
            before.identity(),
            1,
            hosts,
            placement,
            before.program(),
            before.settings().ofResumable(),
            turn));
  }

  private static List<FileDigest> files(String classPath, Optional<Path> config) {
    List<FileDigest> files = new ArrayList<>(FileDigest.ofClassPath(classPath, HERE));
    config.ifPresent(file -> files.add(FileDigest.of(file)));
    return files;
  }

  /** The order of that host. */
  JobOrder of(int host) {
    return new JobOrder(
        order.name(),
        order.identity(),
        host,
        order.hosts(),
        order.placement(),
        order.program(),
        order.settings(),
        order.turn());
  }
}
