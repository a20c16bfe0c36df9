package org.ftmpj.launcher.hosts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.LogQuota;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.config.PropertiesFile;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.job.JobOrder;
import org.ftmpj.launcher.job.JobOptions;
import org.ftmpj.launcher.job.JvmProperties;
import org.ftmpj.launcher.job.StoppedJob;
import org.ftmpj.launcher.registry.FoundJob;
import org.ftmpj.launcher.registry.JobState;
import org.ftmpj.logger.client.EndedJob;
import org.ftmpj.supervisor.rank.HangPolicy;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.supervisor.record.ExitRecord;
import org.ftmpj.supervisor.record.HostsRecord;
import org.ftmpj.supervisor.record.StoppedRecord;

/**
 * A job on several hosts that is resumed where it was stopped, or where its launcher was lost. Each
 * host still has its part of the logs. One thread.
 */
public final class ResumedHosts implements HostsSource {
  private final FoundJob job;
  private final StoppedJob stop;
  private final Launch launch;
  private final NextRunHosts next;
  private final HostsOptions hosts;
  private Optional<StoppedRecord> stopped = Optional.empty();

  /**
   * Checks, without changing anything, that it can be resumed, as far as this host knows.
   *
   * @param change the changes to its hosts
   * @param logMaxMib the new quota of its logs; empty if it is unchanged
   * @param environment of this process
   * @throws FtmpjException JOB_RUNNING, NOT_RESUMABLE, LOG_CORRUPT, LOG_VERSION; BAD_COMMAND if the
   *     hosts have no room for the ranks; NO_ALLOCATION
   */
  public ResumedHosts(
      FoundJob job,
      ChangedHosts change,
      Optional<Integer> logMaxMib,
      Map<String, String> environment) {
    this.job = job;
    this.stop = new StoppedJob(job);
    if (HostsRecord.read(job.layout().hosts()).filter(hosts -> hosts.self() > 0).isPresent()) {
      throw stop.notResumable(
          "is a host's part of a job: resume the job on the host of its launcher");
    }
    if (job.state() == JobState.ORPHANED && Files.exists(job.layout().agreeingLoggers())) {
      throw stop.notResumable(
          "has lost its launcher, and may have gone on with another coordinator: `ftmpj run --attach` finds"
              + " that one");
    }
    Launch last =
        Launch.read(job.layout().launch())
            .orElseThrow(
                () ->
                    stop.notResumable(
                        "runs on several hosts, and was started with neither --walltime nor"
                            + " checkpoints, or has not begun; or this is not the host of its"
                            + " launcher"));
    this.launch = logMaxMib.map(last::withLogMax).orElse(last);
    HostsOptions before = launch.hosts();
    HostsOptions.Via via = change.via().orElse(before.via());
    boolean bySlurm = via == HostsOptions.Via.SLURM;
    Optional<HostList> named = change.named();
    if (bySlurm) {
      SlurmAllocation allocation = SlurmAllocation.require(environment);
      SlurmCommands.requireSrun(environment);
      named = named.or(() -> Optional.of(allocation.hosts(size(), SlurmCommands::nodes)));
    }
    LostHosts lost = lost();
    this.next =
        named
            .map(list -> NextRunHosts.named(list, launch, lost))
            .orElse(NextRunHosts.same(launch, lost));
    this.hosts =
        before.with(
            bySlurm && change.named().isEmpty() ? next.division().withRoom() : next.division(),
            via,
            change.bind().isEmpty() ? before.bind() : change.bind(),
            change.join().orElse(before.join()));
  }

  /** Whether the last printed text is unknown, so that some of it is printed again. */
  public boolean isOutputRepeated() {
    return stop.isOutputRepeated();
  }

  /** Whether each line of output began with its rank. */
  public boolean isLabelled() {
    return launch.conditions().label();
  }

  /** The configuration of its ranks, except for the environments of their hosts. */
  public Configuration ofRanks() {
    JobOrder.Program program = launch.order().program();
    Properties properties = JvmProperties.of(program.jvmArguments());
    launch
        .order()
        .settings()
        .config()
        .ifPresent(file -> properties.setProperty(Options.CONFIG.property(), file.toString()));
    Map<String, String> environment = new HashMap<>();
    for (String option : program.options()) {
      String[] parts = option.split("=", 2);
      environment.put(parts[0], parts[1]);
    }
    return Configuration.resolve(null, properties, environment, PropertiesFile::ofDisk);
  }

  /** The settings of its run; its level is that of its start. */
  public JobOptions options(boolean keep, Optional<Duration> wallTime, boolean statistics) {
    JobOrder.Settings settings = launch.order().settings();
    Configuration configuration = SharedOptions.configuration(launch.conditions().shared());
    LogQuota quota = LogQuota.of(configuration);
    return new JobOptions(
        settings.durability(),
        launch.loggers().isPresent()
            ? Optional.empty()
            : EndedJob.given(job.layout()).stream().findFirst(),
        launch.loggers().filter(named -> launch.ownLoggers() == 0),
        launch.ownLoggers(),
        Optional.empty(),
        settings.config(),
        Optional.of(job.layout().directory()),
        launch.reserveMib(),
        quota.segmentMib(configuration, size()),
        new HangPolicy(
            Duration.ofSeconds(settings.hangTimeoutS()),
            Duration.ofSeconds(settings.rankTimeoutS())),
        keep || launch.conditions().keep(),
        settings.record(),
        launch.checkpoints() || quota.isSet(),
        wallTime,
        quota,
        statistics);
  }

  @Override
  public int size() {
    return launch.order().size();
  }

  @Override
  public HostsOptions hosts() {
    return hosts;
  }

  @Override
  public JobLayout open() {
    stopped = Optional.of(stop.takeOver());
    JobLayout layout = job.layout();
    delete(layout.agreeingLoggers());
    Set<Integer> finished = finished(layout, size()).keySet();
    for (int rank = 0; rank < size(); rank++) {
      if (!finished.contains(rank)) {
        delete(layout.exitRecord(rank));
      }
      // Requests are counted from the beginning again.
      delete(layout.checkpointRecord(rank));
    }
    return layout;
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE, "cannot remove " + file + " (" + Reason.of(e) + ")", e);
    }
  }

  @Override
  public Optional<StoppedRecord> stopped() {
    return stopped;
  }

  @Override
  public LostHosts lost() {
    try {
      return Files.exists(job.layout().losses())
          ? LostHosts.decode(Files.readAllBytes(job.layout().losses()), new TreeMap<>())
          : new LostHosts(launch.order().placement());
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT,
          "cannot read " + job.layout().losses() + " (" + Reason.of(e) + ")",
          e);
    }
  }

  /** The exit codes of ranks that had ended, without other causes of their ends. */
  static Map<Integer, Integer> finished(JobLayout layout, int ranks) {
    Map<Integer, Integer> finished = new TreeMap<>();
    for (int rank = 0; rank < ranks; rank++) {
      Optional<ExitRecord> end = ExitRecord.read(layout.exitRecord(rank));
      if (end.isPresent()
          && end.get() instanceof ExitRecord.Program program
          && program.code().isPresent()) {
        finished.put(rank, program.code().getAsInt());
      }
    }
    return finished;
  }

  /** The newest known incarnations of ranks. */
  static Map<Integer, Integer> incarnations(JobLayout layout, int ranks) {
    Map<Integer, Integer> newest = new TreeMap<>();
    for (int rank = 0; rank < ranks; rank++) {
      Optional<String> text = AtomicFile.read(layout.incarnation(rank));
      if (text.isPresent()) {
        newest.put(rank, Integer.parseInt(text.get().strip()));
      }
    }
    return newest;
  }

  @Override
  public Set<Integer> left() {
    return next.left();
  }

  @Override
  public Optional<NextRunHosts.Leaving> leaving(Set<Integer> missing) {
    return next.leaving(missing);
  }

  @Override
  public HostOrders orders(
      JobLayout layout, List<JobOrder.Peer> peers, List<Integer> lost, int loggersOnHosts) {
    List<Integer> finished = List.copyOf(finished(layout, size()).keySet());
    int turn = launch.order().turn().number() + 1;
    return HostOrders.next(
        launch.order(),
        peers,
        lost().placement(),
        new JobOrder.Turn(turn, finished, lost, next.added()));
  }

  /** The number of hosts with loggers: their stores stay on them. */
  @Override
  public int hostsForLoggers() {
    return launch.order().settings().loggersOnHosts();
  }

  @Override
  public Optional<Loggers> loggers() {
    return launch.loggers();
  }

  @Override
  public Conditions conditions() {
    return launch.conditions().with(hosts.division().slots());
  }
}
