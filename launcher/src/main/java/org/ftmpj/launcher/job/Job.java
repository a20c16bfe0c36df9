package org.ftmpj.launcher.job;

import java.util.stream.IntStream;
import org.ftmpj.common.job.JobLayout;
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
import org.ftmpj.supervisor.job.JobRun;
import org.ftmpj.supervisor.job.RankEnvironment;
import org.ftmpj.transport.control.ControlBlock;

/** A job: its directory, its event logger, a supervisor for each rank, and its end. */
public final class Job implements RunnableJob {
  private final RunRequest request;
  private final JobOptions options;
  private final Installation installation;
  private final Console console;
  private final JobObserver observer;
  private final Verdict verdict;
  private final JobHome home;
  private final JobFigures figures = new JobFigures();
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
    this.home = new JobHome(request, options, installation);
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
      JobLayout layout = home.make();
      figures.begin(layout);
      if (options.record() && !options.haveDeterminantsHere()) {
        console.notice(
            "--record keeps the logs, but `ftmpj verify` cannot repeat ranks by them: what decides"
                + " their outcomes is in the event loggers, and not in the job's directory");
      }
      JobRun run = new JobRun(layout, console, verdict);
      JobEnd ending = run(layout, run);
      end(ending, layout, run);
      return JobHome.exitCode(ending);
    } finally {
      signal.release();
    }
  }

  private JobEnd run(JobLayout layout, JobRun run) throws InterruptedException {
    EventLoggers loggers = home.loggers(layout, 0, console, verdict);
    JobEnd ending = run.run(options.hangs(), () -> start(layout, loggers, run));
    loggers.stop();
    if (input != null) {
      input.close();
    }
    EndNotice.of(ending, run.stopped()).ifPresent(console::notice);
    return ending;
  }

  private void start(JobLayout layout, EventLoggers loggers, JobRun run)
      throws InterruptedException {
    ControlBlock control = ControlBlock.create(layout.control(), request.size());
    figures.follow(control);
    if (!loggers.begin()) {
      return;
    }
    input = InputRecorder.start(layout, verdict::failed);
    RankCommand command =
        new RankCommand(
            request,
            options.durability(),
            options.config(),
            installation,
            new RankEnvironment(layout, request.size(), loggers.given(), loggers.several()));
    run.start(
        IntStream.range(0, request.size()), new LocalRanks(control, command::of, observer::event));
  }

  private void end(JobEnd ending, JobLayout layout, JobRun run) throws InterruptedException {
    if (options.statistics()) {
      Statistics.of(layout, request.size()).forEach(console::notice);
    }
    if (home.isKept(ending, CrashReports.areIn(layout))) {
      run.keep(ending);
      if (options.record() && options.haveDeterminantsHere()) {
        console.notice(
            "`ftmpj verify " + home.id(layout) + "` repeats its ranks, each alone, and compares");
      }
    } else {
      run.remove(EndedJob::forget);
      JobRegistry.ofUser().tidy();
    }
  }
}
