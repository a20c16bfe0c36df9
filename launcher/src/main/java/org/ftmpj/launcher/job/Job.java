package org.ftmpj.launcher.job;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.launcher.install.Installation;
import org.ftmpj.launcher.program.JavaCommand;
import org.ftmpj.launcher.program.RunRequest;
import org.ftmpj.launcher.registry.JobRegistry;
import org.ftmpj.logger.client.EndedJob;
import org.ftmpj.replay.run.ClassDigests;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.ending.EndNotice;
import org.ftmpj.supervisor.ending.JobEnd;
import org.ftmpj.supervisor.ending.StopSignal;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.input.InputRecorder;
import org.ftmpj.supervisor.job.CrashReports;
import org.ftmpj.supervisor.job.EventLogger;
import org.ftmpj.supervisor.job.JobDirectory;
import org.ftmpj.supervisor.job.JobRanks;
import org.ftmpj.supervisor.job.JobRun;
import org.ftmpj.supervisor.job.LoggerJvm;
import org.ftmpj.supervisor.job.RankEnvironment;
import org.ftmpj.supervisor.rank.RankEvent;
import org.ftmpj.supervisor.record.JobRecord;
import org.ftmpj.supervisor.record.ProcessIdentity;
import org.ftmpj.transport.JdkAccess;
import org.ftmpj.transport.control.ControlBlock;

/** A job: its directory, its event logger, a supervisor for each rank, and its end. */
public final class Job {
  private final RunRequest request;
  private final JobOptions options;
  private final Installation installation;
  private final Console console;
  private final JobObserver observer;
  private final Verdict verdict;
  private volatile ControlBlock control;
  private volatile JobLayout place;
  private InputRecorder input;

  /**
   * @param observer is told everything; recovery notices go to the console without it
   */
  public Job(
      RunRequest request,
      JobOptions options,
      Installation installation,
      Console console,
      JobObserver observer) {
    this.request = request;
    this.options = options;
    this.installation = installation;
    this.console = console;
    this.observer = observer;
    this.verdict = new Verdict(request.size());
  }

  /** The operation clock that a rank has published; 0 while the job has not started. */
  public long progress(int rank) {
    ControlBlock block = control;
    return block == null ? 0 : block.progress(rank);
  }

  /** How often a rank had to wait at the gate, in all its incarnations. */
  public long gateWaits(int rank) {
    ControlBlock block = control;
    return block == null ? 0 : block.gateWaits(rank);
  }

  /** For how many nanoseconds together. */
  public long gateWaitedNs(int rank) {
    ControlBlock block = control;
    return block == null ? 0 : block.gateWaitedNs(rank);
  }

  /** Where it is; empty while the job has not started. */
  public Optional<JobLayout> place() {
    return Optional.ofNullable(place);
  }

  /**
   * Runs it to its end; no process of it is left then, and no file, unless it is to be kept or
   * FTMPJ could not go on.
   *
   * @return exit code
   * @throws org.ftmpj.common.error.FtmpjException if FTMPJ could not go on
   */
  public int run() throws InterruptedException {
    installation.agentJar();
    console.onLoss(verdict::failed);
    StopSignal signal = new StopSignal(verdict);
    try {
      JobLayout layout = makeDirectory();
      place = layout;
      JobRun run = new JobRun(layout, console, verdict);
      JobEnd ending = run(layout, run);
      end(ending, layout, run);
      return exitCode(ending);
    } finally {
      signal.release();
    }
  }

  /** Where it can be found when this process has died. */
  private JobLayout makeDirectory() {
    JobRegistry registry = JobRegistry.ofUser();
    Path directory = options.directory().orElseGet(registry::newPlace).toAbsolutePath().normalize();
    registry.prepare();
    try {
      Optional<ClassDigests> classes = classes();
      JobLayout layout = JobDirectory.create(record(), directory, options.secretFile());
      classes.ifPresent(digests -> digests.write(layout.classes()));
      registry.register(directory);
      return layout;
    } catch (FtmpjException e) {
      registry.tidy();
      throw e;
    }
  }

  /** The digests of the program's classes, if the job is recorded. */
  private Optional<ClassDigests> classes() {
    if (!options.record()) {
      return Optional.empty();
    }
    String classPath = request.program().classPathWith(installation.mpjJar());
    return Optional.of(ClassDigests.of(classPath, Path.of("")));
  }

  private JobRecord record() {
    return new JobRecord(
        ProcessIdentity.current(),
        Instant.now(),
        request.size(),
        options.durability(),
        request.program().mainClass());
  }

  private JobEnd run(JobLayout layout, JobRun run) throws InterruptedException {
    EventLogger logger =
        new EventLogger(
            layout,
            options.durability(),
            options.logReserveMib(),
            options.logger(),
            new LoggerJvm(JavaCommand::of, installation.agentJar(), JdkAccess.options().toList()),
            console,
            verdict);
    JobEnd ending = run.run(options.hangs(), () -> start(layout, logger, run));
    logger.stop();
    if (input != null) {
      input.close();
    }
    EndNotice.of(ending, run.stopped()).ifPresent(console::notice);
    return ending;
  }

  private void start(JobLayout layout, EventLogger logger, JobRun run) {
    control = ControlBlock.create(layout.control(), request.size());
    Optional<HostPort> address = logger.begin();
    input = InputRecorder.start(layout, verdict::failed);
    RankCommand command =
        new RankCommand(
            request, options, installation, new RankEnvironment(layout, request.size(), address));
    run.start(IntStream.range(0, request.size()), new Ranks(command));
  }

  private final class Ranks implements JobRanks {
    private final RankCommand command;

    Ranks(RankCommand command) {
      this.command = command;
    }

    @Override
    public ProcessBuilder command(int rank, int incarnation) {
      return command.of(rank, incarnation);
    }

    @Override
    public long progress(int rank) {
      return control.progress(rank);
    }

    @Override
    public void ringDoorbells() {
      control.ringAll();
    }

    @Override
    public void event(int rank, RankEvent event) {
      observer.event(rank, event);
    }
  }

  private void end(JobEnd ending, JobLayout layout, JobRun run) throws InterruptedException {
    if (options.statistics()) {
      Statistics.of(layout, request.size()).forEach(console::notice);
    }
    if (options.keep() || options.record() || isEvidence(ending) || CrashReports.areIn(layout)) {
      run.keep(ending);
      if (options.record()) {
        console.notice(
            "`ftmpj verify " + id(layout) + "` repeats its ranks, each alone, and compares");
      }
    } else {
      run.remove(EndedJob::forget);
      JobRegistry.ofUser().tidy();
    }
  }

  private static int exitCode(JobEnd ending) {
    if (ending instanceof JobEnd.Failed failed) {
      throw failed.reason();
    }
    return ending instanceof JobEnd.Over over ? over.code() : 0;
  }

  /** Whether the job's directory may tell more of its end. */
  private static boolean isEvidence(JobEnd ending) {
    return ending instanceof JobEnd.Failed failed
        && failed.reason().code() != ErrorCode.OUTPUT_LOST;
  }

  /** How the job is called on the command line. */
  private String id(JobLayout layout) {
    return options.directory().isPresent()
        ? layout.directory().toString()
        : layout.directory().getFileName().toString();
  }
}
