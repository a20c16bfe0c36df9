package org.ftmpj.launcher.job;

import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.disk.HeldRanks;
import org.ftmpj.hostd.disk.QuotaWatch;
import org.ftmpj.hostd.job.AsksHere;
import org.ftmpj.hostd.job.LocalRanks;
import org.ftmpj.launcher.install.Installation;
import org.ftmpj.launcher.program.RunRequest;
import org.ftmpj.launcher.registry.JobRegistry;
import org.ftmpj.logger.client.EndedJob;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.ending.EndNotice;
import org.ftmpj.supervisor.ending.JobEnd;
import org.ftmpj.supervisor.ending.StopSignal;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.input.InputRecorder;
import org.ftmpj.supervisor.job.CrashReports;
import org.ftmpj.supervisor.job.DirectorySync;
import org.ftmpj.supervisor.job.JobRun;
import org.ftmpj.supervisor.job.RankEnvironment;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.supervisor.record.ProcessIdentity;
import org.ftmpj.supervisor.record.StoppedRecord;
import org.ftmpj.transport.control.ControlBlock;

/** A job on this host: its event logger, a supervisor for each rank, and its end. */
public final class Job implements RunnableJob {
  private final JobSource source;
  private final JobOptions options;
  private final Installation installation;
  private final Console console;
  private final JobObserver observer;
  private final Verdict verdict;
  private final JobHome home;
  private final JobFigures figures = new JobFigures();

  /** How it was stopped before; empty if it begins. Known when its directory is open. */
  private Optional<StoppedRecord> before = Optional.empty();

  /** Whether its user counts on resuming it. */
  private boolean isResumable;

  private StoppableConsole output;
  private Optional<InputRecorder> input = Optional.empty();

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
   * @param observer is told everything; recovery notices go to the console without it
   */
  public Job(
      JobSource source,
      JobOptions options,
      Installation installation,
      Console console,
      JobObserver observer) {
    this.source = source;
    this.options = options;
    this.installation = installation;
    this.console = console;
    this.observer = observer;
    this.verdict = new Verdict(source.size());
    this.home = new JobHome(options, installation);
  }

  @Override
  public JobFigures figures() {
    return figures;
  }

  @Override
  public int run() throws InterruptedException {
    installation.agentJar();
    console.onLoss(verdict::failed);
    StopSignal signal = new StopSignal(verdict);
    try {
      JobLayout layout = source.open();
      before = source.stopped();
      isResumable = options.isResumable() || before.isPresent();
      figures.begin(layout);
      if (console.isLabelled() && (options.canBeStopped() || before.isPresent())) {
        AtomicFile.write(layout.labelled(), "");
      }
      if (options.record() && !options.haveDeterminantsHere()) {
        console.notice(
            "--record keeps the logs, but `ftmpj verify` cannot repeat ranks by them: what decides"
                + " their outcomes is in the event loggers, and not in the job's directory");
      }
      output =
          new StoppableConsole(
              console,
              before.map(StoppedRecord::printed).orElse(List.of()),
              () -> verdict.isKnown() && isToBeResumed(verdict.await()),
              new NeededOutput(layout));
      JobRun run = new JobRun(layout, output, verdict);
      if (isResumable) {
        run.resumable();
      }
      JobEnd ending = run(layout, run);
      end(ending, layout, run);
      return JobHome.exitCode(ending);
    } finally {
      signal.release();
    }
  }

  /**
   * Whether it can go on later. If its user counts on that, it can whatever has ended it but the
   * program itself: a signal is all that a batch system gives before it kills, and what FTMPJ
   * failed at may be mended.
   */
  private boolean isToBeResumed(JobEnd ending) {
    return ending instanceof JobEnd.Stopped
        || isResumable && !(ending instanceof JobEnd.Over) && hasStarted();
  }

  /** Each of its ranks once, so that it is known how. */
  private boolean hasStarted() {
    return figures
        .place()
        .filter(
            layout ->
                IntStream.range(0, source.size())
                    .allMatch(rank -> Files.exists(layout.start(rank))))
        .isPresent();
  }

  private JobEnd run(JobLayout layout, JobRun run) throws InterruptedException {
    EventLoggers loggers = home.loggers(layout, 0, before.isPresent(), console, verdict);
    JobEnd ending = run.run(options.hangs(), () -> start(layout, loggers, run));
    loggers.stop();
    input.ifPresent(InputRecorder::close);
    if (isToBeResumed(verdict.await()) && !isToBeResumed(ending)) {
      output.allEnded();
    }
    EndNotice.of(ending, run.stopped()).ifPresent(console::notice);
    return ending;
  }

  private void start(JobLayout layout, EventLoggers loggers, JobRun run)
      throws InterruptedException {
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
    Map<Integer, Integer> finished = before.map(StoppedRecord::finished).orElse(Map.of());
    for (int rank : finished.keySet()) {
      // What could not be printed before.
      output.follow(rank, layout.output(rank));
      output.ended(rank);
    }
    finished.values().forEach(verdict::ended);
    IntStream left = IntStream.range(0, source.size()).filter(rank -> !finished.containsKey(rank));
    if (before.isPresent()) {
      run.resume(left, ranks);
    } else {
      run.start(left, ranks);
    }
    Stops.take(options.wallTime(), layout, control, output, verdict);
    AsksHere asks = new AsksHere(options.quota(), layout, control, output::notice);
    HeldRanks held = new HeldRanks(options.quota(), control, output::notice);
    new QuotaWatch(
            options.quota(),
            layout,
            source.size(),
            asks,
            Optional.of(held),
            verdict,
            verdict::failed)
        .start();
  }

  private void end(JobEnd ending, JobLayout layout, JobRun run) throws InterruptedException {
    if (options.statistics()) {
      Statistics.of(layout, source.size()).forEach(console::notice);
    }
    if (isToBeResumed(ending)) {
      stop(ending, layout, run);
    } else if (JobHome.isKept(isKept(), ending, CrashReports.areIn(layout))) {
      run.keep(ending);
      if (options.record() && options.haveDeterminantsHere()) {
        console.notice(
            "`ftmpj verify "
                + home.id(layout)
                + JobHome.part(layout, source.size())
                + "` repeats its ranks, each alone, and compares");
      }
    } else {
      run.remove(EndedJob::forget);
      JobRegistry.ofUser().tidy();
    }
  }

  private boolean isKept() {
    return options.keep() || options.record() || before.isPresent() && before.get().kept();
  }

  /** Leaves all that is needed to resume it, where it survives a crash of this host. */
  private void stop(JobEnd ending, JobLayout layout, JobRun run) {
    Map<Integer, Integer> finished =
        new TreeMap<>(before.map(StoppedRecord::finished).orElse(Map.of()));
    finished.putAll(run.finished());
    StoppedRecord record =
        new StoppedRecord(
            ProcessIdentity.current(),
            Instant.now(),
            ending.toString(),
            false,
            isKept(),
            finished,
            output.printed());
    // First of all: a batch system may kill this process soon.
    record.write(layout.stopped());
    DirectorySync.sync(layout.directory());
    record.onTheDisk().write(layout.stopped());
    console.notice("`ftmpj resume " + home.id(layout) + "` goes on with it");
  }
}
