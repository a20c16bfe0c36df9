package org.ftmpj.launcher;

import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.ftmpj.common.config.CheckpointRules;
import org.ftmpj.common.config.Configuration;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.config.LogQuota;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.config.PropertiesFile;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.LoggerPlace;
import org.ftmpj.launcher.cli.ValidatedCommand;
import org.ftmpj.launcher.hosts.HostsJob;
import org.ftmpj.launcher.hosts.ResumeHostsArguments;
import org.ftmpj.launcher.hosts.ResumedHosts;
import org.ftmpj.launcher.install.Installation;
import org.ftmpj.launcher.job.Job;
import org.ftmpj.launcher.job.JobCoordinator;
import org.ftmpj.launcher.job.JobOptions;
import org.ftmpj.launcher.job.JvmProperties;
import org.ftmpj.launcher.job.ResumedJob;
import org.ftmpj.launcher.registry.FoundJob;
import org.ftmpj.launcher.registry.JobRegistry;
import org.ftmpj.logger.client.EndedJob;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.rank.HangPolicy;
import org.ftmpj.supervisor.record.StartRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ftmpj resume}: goes on with a job that was stopped. */
@Command(
    name = "resume",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Continues a job that was stopped (--walltime or --log-max of `ftmpj run`, `ftmpj"
          + " checkpoint --stop`), or whose launcher was lost: each rank from its last"
          + " checkpoint, or from its beginning if it has none. Printed output is not printed"
          + " again. The standard input of this command follows what the job had read."
    },
    footer = {
      "",
      "The job runs as it was started: same program, same options, except the quota of"
          + " its logs and its hosts, if these are given. If the launcher was lost, it is not"
          + " known what was printed last: some of it, or all, is printed again.",
      "",
      "Exit code: as for `ftmpj run`."
    })
final class ResumeCommand implements Callable<Integer>, ValidatedCommand {
  @Mixin private WallTimeArgument wallTime = new WallTimeArgument();
  @Mixin private LogMaxArgument logMax = new LogMaxArgument();

  @Mixin private ResumeHostsArguments hosts = new ResumeHostsArguments();

  @Option(
      names = "--label",
      description = "Begin each line of output with its rank, even if the job did not so before.")
  private boolean label;

  @Option(names = "--keep", description = "Keep the job directory and say where it is.")
  private boolean keep;

  @Option(
      names = "--stats",
      description = "Report at the end what the ranks have done, see docs/statistics.md.")
  private boolean statistics;

  @Parameters(
      paramLabel = "JOB",
      description = "The job's id, as `ftmpj jobs` lists it, or its directory.")
  private String name;

  @Override
  public List<String> problems() {
    return Stream.concat(
            Stream.of(wallTime.problem(), logMax.problem()).flatMap(Optional::stream),
            hosts.problems().stream())
        .toList();
  }

  @Override
  public Integer call() throws Exception {
    FoundJob found = JobRegistry.ofUser().find(name);
    if (Files.exists(found.layout().hosts())) {
      return resumeOnHosts(found);
    }
    if (!hosts.given().isEmpty()) {
      throw new FtmpjException(
          ErrorCode.BAD_COMMAND,
          "ftmpj resume: the job runs on one host, where this command is called, so these have no"
              + " effect: "
              + String.join(", ", hosts.given()));
    }
    ResumedJob job = new ResumedJob(found, logMax.mib());
    checkQuota(configuration(job.start()), false);
    Installation installation = Installation.find(System.getenv());
    boolean isLabelled = label || Files.exists(found.layout().labelled());
    try (Console console = Console.standard(isLabelled)) {
      return run(
          console,
          job.isOutputRepeated(),
          new Job(job, options(found, job), installation, console, (rank, event) -> {}));
    }
  }

  private int resumeOnHosts(FoundJob found) throws InterruptedException {
    ResumedHosts job = new ResumedHosts(found, hosts.resolve(), logMax.mib(), System.getenv());
    checkQuota(job.ofRanks(), true);
    Installation installation = Installation.find(System.getenv());
    try (Console console = Console.standard(label || job.isLabelled())) {
      JobOptions options = job.options(keep, wallTime.time(), statistics);
      return run(
          console, job.isOutputRepeated(), new HostsJob(job, options, installation, console));
    }
  }

  private static int run(Console console, boolean isRepeated, JobCoordinator job)
      throws InterruptedException {
    if (isRepeated) {
      console.notice(
          "the launcher of the job was lost: what it printed since the job was started or resumed"
              + " is printed again");
    }
    int code = job.run();
    if (code == 0 && console.loss().isPresent()) {
      throw console.loss().get();
    }
    return code;
  }

  /** Checked before any change: a quota with which no rank starts would stay with the job. */
  private void checkQuota(Configuration ofRanks, boolean onHosts) {
    if (logMax.mib().isPresent()) {
      new JobRules(ofRanks, 0, onHosts).checkQuota();
    }
  }

  /** The configuration of the ranks. */
  private static Configuration configuration(StartRecord start) {
    return Configuration.resolve(
        null, JvmProperties.of(start.command()), start.environment(), PropertiesFile::ofDisk);
  }

  private JobOptions options(FoundJob found, ResumedJob job) {
    Configuration configuration = configuration(job.start());
    LogQuota quota = LogQuota.of(configuration);
    boolean several = job.durability() == Durability.QUORUM;
    List<HostPort> given = EndedJob.given(found.layout());
    int own = (int) LoggerPlace.all(found.layout()).stream().filter(p -> p.number() > 0).count();
    return new JobOptions(
        job.durability(),
        several ? Optional.empty() : given.stream().findFirst(),
        several && own == 0 ? configuration.find(Options.LOGGERS) : Optional.empty(),
        several ? own : 0,
        Optional.empty(),
        Optional.empty(),
        Optional.of(found.layout().directory()),
        configuration.get(Options.LOG_RESERVE),
        quota.segmentMib(configuration, job.size()),
        HangPolicy.of(configuration),
        keep,
        false,
        CheckpointRules.of(configuration).areOn(),
        wallTime.time(),
        quota,
        statistics);
  }
}
