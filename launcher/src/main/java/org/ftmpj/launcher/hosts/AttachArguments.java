package org.ftmpj.launcher.hosts;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.secret.SecretFile;
import org.ftmpj.launcher.registry.FoundJob;
import org.ftmpj.launcher.registry.JobRegistry;
import org.ftmpj.supervisor.record.AtomicFile;
import picocli.CommandLine.Option;

/** The options of {@code ftmpj run} that are about a job which runs already. */
public final class AttachArguments {
  @Option(
      names = "--attach",
      paramLabel = "JOB",
      description =
          "Instead of running a program, take over the console and the control of a job over"
              + " several hosts at level quorum, whether its launcher is lost or not. See"
              + " docs/hosts.md.")
  private String job;

  @Option(
      names = "--from-start",
      description = "With --attach: also show the job's earlier output.")
  private boolean fromStart;

  /** The command by which the user attaches to the job. */
  static String hint(String identity, Loggers loggers) {
    return "`ftmpj run --attach %s --logger '%s'` takes its console over"
        .formatted(identity, loggers);
  }

  /** Whether there is nothing to run. */
  public boolean isGiven() {
    return job != null;
  }

  /**
   * The errors in the arguments.
   *
   * @param others other given arguments about a program
   */
  public List<String> problems(List<String> others) {
    List<String> problems = new ArrayList<>();
    if (job == null && fromStart) {
      problems.add("--from-start is of use with --attach only");
    }
    if (job != null && !others.isEmpty()) {
      problems.add("--attach runs nothing, so these have no effect: " + String.join(", ", others));
    }
    return problems;
  }

  /**
   * Becomes the coordinator of the job, and runs it to its end.
   *
   * @param loggers the loggers that the user has named; null if none
   * @param secretFile the same
   * @param bind where to listen for its hosts; null if the user has not said
   * @return exit code
   * @throws FtmpjException NO_SUCH_JOB, WRONG_SECRET, NOT_SUCCEEDED; if FTMPJ could not go on
   */
  public int run(String loggers, Path secretFile, String bind, boolean label)
      throws InterruptedException {
    Optional<JobLayout> here = find(job);
    String identity = here.map(layout -> JobIdentity.of(layout).name()).orElse(job);
    Path secret = secretFile == null ? here.map(JobLayout::secret).orElse(null) : secretFile;
    if (secret == null) {
      throw new FtmpjException(
          ErrorCode.NO_SUCH_JOB,
          "this host has no part of a job '"
              + job
              + "': to attach to it, name its event loggers and its secret (--logger,"
              + " --secret-file)");
    }
    Loggers all = parse(loggers == null ? known(identity, here) : loggers);
    if (!JobIdentity.isOne(identity)) {
      throw new FtmpjException(
          ErrorCode.NO_SUCH_JOB,
          "this host has no part of a job '"
              + job
              + "'; elsewhere a job is called by its whole name, NAME-0123456789abcdef, as its"
              + " coordinators tell it");
    }
    Takeover takeover =
        new Takeover(
            "`ftmpj run --attach`",
            identity,
            all,
            SecretFile.read(secret),
            bind == null ? List.of() : List.of(bind.split(",")));
    return takeover.claim(label, fromStart);
  }

  /**
   * A directory of the job here, that of a coordinator or of a host: the first one that says which
   * event loggers agree, if there is such.
   */
  private static Optional<JobLayout> find(String job) {
    Path directory = Path.of(job).toAbsolutePath().normalize();
    return JobRegistry.ofUser().all().stream()
        .filter(
            found ->
                found.id().equals(job)
                    || found.layout().directory().equals(directory)
                    || isOf(found, job))
        .map(FoundJob::layout)
        .min(Comparator.comparing(layout -> !Files.exists(layout.agreeingLoggers())));
  }

  private static boolean isOf(FoundJob found, String job) {
    try {
      JobIdentity identity = JobIdentity.of(found.layout());
      return identity.name().equals(job) || identity.legible().equals(job);
    } catch (FtmpjException removedMeanwhile) {
      return false;
    }
  }

  private static String known(String identity, Optional<JobLayout> here) {
    return here.flatMap(layout -> AtomicFile.read(layout.agreeingLoggers()))
        .orElseThrow(
            () ->
                new FtmpjException(
                    ErrorCode.NOT_SUCCEEDED,
                    "this host knows of no event loggers that agree on who coordinates job "
                        + identity
                        + "; if it has several, name them by --logger"));
  }

  private static Loggers parse(String loggers) {
    try {
      return Loggers.parse(loggers.strip());
    } catch (IllegalArgumentException e) {
      throw new FtmpjException(ErrorCode.BAD_COMMAND, "--logger " + e.getMessage(), e);
    }
  }
}
