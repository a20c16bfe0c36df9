package org.ftmpj.launcher.job;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.LoggerPlace;
import org.ftmpj.launcher.install.Installation;
import org.ftmpj.launcher.program.JavaCommand;
import org.ftmpj.launcher.program.RunRequest;
import org.ftmpj.launcher.registry.JobRegistry;
import org.ftmpj.replay.run.ClassDigests;
import org.ftmpj.supervisor.console.JobConsole;
import org.ftmpj.supervisor.ending.JobEnd;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.job.EventLogger;
import org.ftmpj.supervisor.job.JobDirectory;
import org.ftmpj.supervisor.job.LoggerJvm;
import org.ftmpj.supervisor.record.JobRecord;
import org.ftmpj.supervisor.record.ProcessIdentity;
import org.ftmpj.transport.JdkAccess;
import org.ftmpj.transport.journal.FreeSpace;
import org.ftmpj.transport.journal.RetainedPositions;

/** The directory of a job that this launcher makes, and whether it outlives the job. */
public record JobHome(JobOptions options, Installation installation) {

  /** The exit code EX_TEMPFAIL of sysexits.h: to be tried again, by {@code ftmpj resume}. */
  private static final int STOPPED = 75;

  /** Failures that the directory does not explain any better than the message. */
  private static final Set<ErrorCode> TELL_ALL =
      EnumSet.of(
          ErrorCode.OUTPUT_LOST,
          ErrorCode.BAD_COMMAND,
          ErrorCode.NO_THREADS,
          ErrorCode.NO_LOOPBACK,
          ErrorCode.CANNOT_START,
          ErrorCode.LOGGER_UNREACHABLE,
          ErrorCode.WRONG_SECRET,
          ErrorCode.CANNOT_MEET,
          ErrorCode.NOT_SHARED,
          ErrorCode.HOSTS_MISSING,
          ErrorCode.HOST_DIFFERS,
          ErrorCode.HOST_VERSION,
          ErrorCode.HOST_LOST,
          ErrorCode.COORDINATOR_REPLACED,
          ErrorCode.INPUT_LOST);

  /**
   * Refuses a disk on which the logs of ranks could not begin, and a file size limit that they
   * would reach.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  void requireRoom() {
    FileSizeLimit.require(options.logSegmentMib());
    Path place = place();
    while (!Files.isDirectory(place)) {
      place = place.getParent();
    }
    FreeSpace.keep((long) options.logReserveMib() << 20);
    FreeSpace.on(place).use(0);
  }

  private Path place() {
    return options
        .directory()
        .orElseGet(JobRegistry.ofUser()::newPlace)
        .toAbsolutePath()
        .normalize();
  }

  /**
   * Creates the directory, where it can be found when this process has died.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public JobLayout make(RunRequest request) {
    JobRegistry registry = JobRegistry.ofUser();
    Path directory = place();
    registry.prepare();
    try {
      Optional<ClassDigests> classes = classes(request);
      JobLayout layout = JobDirectory.create(record(request), directory, options.secretFile());
      classes.ifPresent(digests -> digests.write(layout.classes()));
      registry.register(directory);
      return layout;
    } catch (FtmpjException e) {
      registry.tidy();
      throw e;
    }
  }

  /** The digests of the program's classes, if ranks may be repeated when the job has ended. */
  private Optional<ClassDigests> classes(RunRequest request) {
    if (!options.record() && !options.canBeStopped()) {
      return Optional.empty();
    }
    String classPath = request.program().classPathWith(installation.mpjJar());
    return Optional.of(ClassDigests.of(classPath, Path.of("")));
  }

  private JobRecord record(RunRequest request) {
    return new JobRecord(
        ProcessIdentity.current(),
        Instant.now(),
        request.size(),
        options.durability(),
        request.program().mainClass());
  }

  /**
   * The event loggers of the job; not started.
   *
   * @param hosts of the job; 0 if its ranks are on this host
   * @param isResumed whether they have to have the job's history
   */
  public EventLoggers loggers(
      JobLayout layout, int hosts, boolean isResumed, JobConsole console, Verdict verdict) {
    return new EventLoggers(this, layout, hosts, isResumed, console, verdict);
  }

  /** The starter of an event logger of a job. */
  public static LoggerJvm loggers(Installation installation) {
    return new LoggerJvm(JavaCommand::of, installation.agentJar(), JdkAccess.options().toList());
  }

  EventLogger logger(LoggerPlace place, JobConsole console, Verdict verdict) {
    return new EventLogger(
        place,
        options.durability(),
        options.logReserveMib(),
        options.logger(),
        loggers(installation),
        console,
        verdict);
  }

  /**
   * Whether the directory stays.
   *
   * @param crashed whether a virtual machine has left a report of its crash
   */
  public boolean isRetained(JobEnd ending, boolean crashed) {
    return isRetained(options.keep() || options.record(), ending, crashed);
  }

  /**
   * Whether the directory of a job remains.
   *
   * @param asked whether the user wants it to remain
   */
  public static boolean isRetained(boolean asked, JobEnd ending, boolean crashed) {
    return asked || isEvidence(ending) || crashed;
  }

  /** Whether the job's directory may explain its end better. */
  private static boolean isEvidence(JobEnd ending) {
    return ending instanceof JobEnd.Failed failed && !TELL_ALL.contains(failed.reason().code());
  }

  /** The job's name on the command line. */
  public String id(JobLayout layout) {
    String name = layout.directory().getFileName().toString();
    return JobDirectory.place(name).equals(layout.directory())
        ? name
        : layout.directory().toString();
  }

  /**
   * The exit code of the launcher.
   *
   * @throws FtmpjException if FTMPJ could not continue
   */
  public static int exitCode(JobEnd ending) {
    if (ending instanceof JobEnd.Failed failed) {
      throw failed.reason();
    }
    if (ending instanceof JobEnd.Stopped) {
      return STOPPED;
    }
    return ending instanceof JobEnd.Over over ? over.code() : 0;
  }

  /**
   * The required option of {@code ftmpj verify}, after a blank: if logs are not whole any more,
   * only the part after the checkpoints can be repeated. Empty if none.
   */
  public static String part(JobLayout layout, int size) {
    boolean pruned =
        IntStream.range(0, size)
            .anyMatch(rank -> RetainedPositions.arePastBeginning(layout.retention(rank), size));
    return pruned ? " --from-checkpoint" : "";
  }
}
