package org.ftmpj.launcher.job;

import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.disk.LoggedMessages;
import org.ftmpj.hostd.disk.QuotaWatch;
import org.ftmpj.hostd.disk.ThrottledRanks;
import org.ftmpj.hostd.job.LocalRanks;
import org.ftmpj.hostd.job.LocalRequests;
import org.ftmpj.launcher.install.Installation;
import org.ftmpj.launcher.program.RunRequest;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.ending.EndNotice;
import org.ftmpj.supervisor.ending.JobEnd;
import org.ftmpj.supervisor.input.InputRecorder;
import org.ftmpj.supervisor.job.CrashReports;
import org.ftmpj.supervisor.job.JobRun;
import org.ftmpj.supervisor.job.RankEnvironment;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.supervisor.record.StoppedRecord;
import org.ftmpj.transport.control.ControlBlock;

/** A job on this host: its event logger, a supervisor for each rank, and its end. */
public final class Job extends JobCoordinator {
  private final JobSource source;
  private final JobOptions options;
  private final Installation installation;
  private final JobObserver observer;
  private final JobHome home;
  private Optional<InputRecorder> input = Optional.empty();

  // Known when its directory is open.
  private StoppableConsole output;
  private JobRun run;

  /** A job that begins. */
  public Job(
      RunRequest request,
      JobOptions options,
      Installation installation,
      Console console,
      JobObserver observer) {
    this(
        new BeginningJob(request, options, installation), options, installation, console, observer);
  }

  /**
   * @param observer receives all events; without it recovery notices go to the console
   */
  public Job(
      JobSource source,
      JobOptions options,
      Installation installation,
      Console console,
      JobObserver observer) {
    super(console, source.size());
    this.source = source;
    this.options = options;
    this.installation = installation;
    this.observer = observer;
    this.home = new JobHome(options, installation);
  }

  @Override
  protected JobLayout open() {
    installation.agentJar();
    JobLayout layout = source.open();
    output =
        new StoppableConsole(
            console,
            source.stopped().map(StoppedRecord::printed).orElse(List.of()),
            () -> verdict.isKnown() && isToBeResumed(verdict.await()),
            new OutputRetention(layout));
    run = new JobRun(layout, output, verdict);
    return layout;
  }

  /**
   * Whether the job can be resumed. If its user relies on that, it can whatever has ended it,
   * except the program itself: a batch system only sends a signal before it kills, and the cause of
   * a failure of FTMPJ may be repaired.
   */
  private boolean isToBeResumed(JobEnd ending) {
    return ending instanceof JobEnd.Stopped
        || isResumable() && !(ending instanceof JobEnd.Over) && hasStarted();
  }

  /** Whether its user relies on resuming it. */
  private boolean isResumable() {
    return options.isResumable() || source.stopped().isPresent();
  }

  /** Records the start of each rank once. */
  private boolean hasStarted() {
    return figures
        .place()
        .filter(
            layout ->
                IntStream.range(0, source.size())
                    .allMatch(rank -> Files.exists(layout.start(rank))))
        .isPresent();
  }

  @Override
  protected JobEnd run(JobLayout layout) throws InterruptedException {
    boolean isResumed = source.stopped().isPresent();
    if (console.isLabelled() && (options.canBeStopped() || isResumed)) {
      AtomicFile.write(layout.labelled(), "");
    }
    if (options.record() && !options.haveDeterminantsHere()) {
      console.notice(
          "--record keeps the logs, but `ftmpj verify` cannot repeat ranks by them: what decides"
              + " their outcomes is in the event loggers, and not in the job's directory");
    }
    if (isResumable()) {
      run.resumable();
    }
    EventLoggers loggers = home.loggers(layout, 0, isResumed, console, verdict);
    JobEnd ending = run.run(options.hangs(), () -> start(layout, loggers));
    loggers.stop();
    input.ifPresent(InputRecorder::close);
    if (isToBeResumed(verdict.await()) && !isToBeResumed(ending)) {
      output.allEnded();
    }
    EndNotice.of(ending, run.stopped()).ifPresent(console::notice);
    return ending;
  }

  private void start(JobLayout layout, EventLoggers loggers) throws InterruptedException {
    ControlBlock control = source.control(layout);
    figures.follow(control);
    QuotaWatch.requireRoom(options.quota(), layout);
    options.quota().warning(source.size()).ifPresent(console::notice);
    if (!loggers.begin()) {
      return;
    }
    input = source.input(layout, verdict::failed);
    RankEnvironment environment =
        new RankEnvironment(layout, source.size(), loggers.given(), loggers.several());
    LocalRanks ranks = new LocalRanks(control, source.commands(environment), observer::event);
    IntStream all = IntStream.range(0, source.size());
    if (source.stopped().isPresent()) {
      Map<Integer, Integer> before = finishedBefore();
      before.values().forEach(verdict::ended);
      run.resume(all, before.keySet(), ranks);
    } else {
      run.start(all, ranks);
    }
    JobStops.take(options.wallTime(), layout, control, output, verdict);
    LocalRequests asks = new LocalRequests(options.quota(), layout, control, output::notice);
    ThrottledRanks held = new ThrottledRanks(options.quota(), control, output::notice);
    new QuotaWatch(
            options.quota(),
            layout,
            new LoggedMessages(layout, control, source.size()),
            asks,
            Optional.of(held),
            verdict,
            verdict::failed)
        .start();
  }

  private Map<Integer, Integer> finishedBefore() {
    return source.stopped().map(StoppedRecord::finished).orElse(Map.of());
  }

  @Override
  protected void end(JobEnd ending, JobLayout layout) throws InterruptedException {
    if (options.statistics()) {
      Statistics.of(layout, source.size()).forEach(console::notice);
    }
    String id = home.id(layout);
    if (isToBeResumed(ending)) {
      Map<Integer, Integer> finished = new TreeMap<>(finishedBefore());
      finished.putAll(run.finished());
      stop(ending, layout, id, isRetained(), finished, output.printed());
      return;
    }
    boolean kept = JobHome.isRetained(isRetained(), ending, CrashReports.areIn(layout));
    boolean canBeVerified = options.record() && options.haveDeterminantsHere();
    String toVerify =
        "`ftmpj verify "
            + id
            + JobHome.part(layout, source.size())
            + "` repeats its ranks, each alone, and compares";
    leave(ending, layout, kept, Optional.of(toVerify).filter(hint -> canBeVerified));
  }

  private boolean isRetained() {
    return options.keep()
        || options.record()
        || source.stopped().filter(StoppedRecord::kept).isPresent();
  }
}
