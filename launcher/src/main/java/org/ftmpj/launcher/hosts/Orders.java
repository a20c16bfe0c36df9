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

/** What hosts are told to do for a job: the same for all of them but for their numbers. */
final class Orders {
  private static final Path HERE = Path.of("").toAbsolutePath();

  private final String name;
  private final String identity;
  private final List<JobOrder.Peer> peers;
  private final Placement placement;
  private final JobOrder.Program program;
  private final JobOrder.Settings settings;

  /**
   * @param layout of the launcher's directory of the job
   * @param peers all hosts, in order of their numbers
   * @param loggersOnHosts how many of them have an event logger of the job
   */
  Orders(
      RunRequest request,
      JobOptions options,
      JobLayout layout,
      List<JobOrder.Peer> peers,
      HostsOptions hosts,
      int loggersOnHosts) {
    this.identity = JobIdentity.of(layout).name();
    // A directory that the user has named may be called as any other.
    this.name = options.directory().isPresent() ? identity : layout.name();
    this.peers = peers;
    this.placement = hosts.division().placement();
    Optional<Path> config = options.config().map(Path::toAbsolutePath);
    this.program =
        new JobOrder.Program(
            request.program().classPath(),
            request.program().mainClass(),
            request.program().arguments(),
            request.jvmArguments(),
            HERE,
            RankOfHost.options(System.getenv()),
            files(request.program().classPath(), config));
    this.settings =
        new JobOrder.Settings(
            options.durability(),
            loggersOnHosts,
            config,
            (int) options.hangs().suspect().toSeconds(),
            (int) options.hangs().confirm().toSeconds(),
            options.record(),
            hosts.checkpointDirectory());
  }

  private static List<FileDigest> files(String classPath, Optional<Path> config) {
    List<FileDigest> files = new ArrayList<>(FileDigest.ofClassPath(classPath, HERE));
    config.ifPresent(file -> files.add(FileDigest.of(file)));
    return files;
  }

  /** The order of that host. */
  JobOrder of(int host) {
    return new JobOrder(name, identity, host, peers, placement, program, settings);
  }
}
