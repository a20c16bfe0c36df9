package org.ftmpj.launcher.hosts;

import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.Placement;
import org.ftmpj.hostd.job.ToHost;
import org.ftmpj.launcher.install.Installation;
import org.ftmpj.launcher.job.EventLoggers;
import org.ftmpj.launcher.job.JobFigures;
import org.ftmpj.launcher.job.JobHome;
import org.ftmpj.launcher.job.JobObserver;
import org.ftmpj.launcher.job.JobOptions;
import org.ftmpj.launcher.job.RunnableJob;
import org.ftmpj.launcher.job.Statistics;
import org.ftmpj.launcher.program.RunRequest;
import org.ftmpj.launcher.registry.JobRegistry;
import org.ftmpj.logger.client.EndedJob;
import org.ftmpj.logger.client.JobLoggers;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.ending.EndNotice;
import org.ftmpj.supervisor.ending.JobEnd;
import org.ftmpj.supervisor.ending.StopSignal;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.job.CrashReports;
import org.ftmpj.supervisor.job.JobRun;
import org.ftmpj.supervisor.record.HostsRecord;
import org.ftmpj.transport.control.ControlBlock;

/**
 * A job whose ranks are on several hosts: collects their daemons, tells them what to run, shows
 * what the ranks print, and ends them all when the job's end is known. Its own directory holds what
 * the hosts report, and the event logger's store.
 */
public final class HostsJob implements RunnableJob {
  private final RunRequest request;
  private final JobOptions options;
  private final HostsOptions hosts;
  private final Installation installation;
  private final Console console;
  private final JobObserver observer;
  private final Verdict verdict;
  private final JobHome home;
  private final JobFigures figures = new JobFigures();

  /** Deals with lost hosts; empty where a lost host ends the job. */
  private volatile Optional<HostLosses> losses = Optional.empty();

  /**
   * @param observer is told what happens to ranks, beside the console
   */
  public HostsJob(
      RunRequest request,
      JobOptions options,
      HostsOptions hosts,
      Installation installation,
      Console console,
      JobObserver observer) {
    this.request = request;
    this.options = options;
    this.hosts = hosts;
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
      JobEnd ending;
      try {
        ending = runIn(layout);
      } catch (FtmpjException e) {
        ending = new JobEnd.Failed(e);
      }
      end(ending, layout);
      return JobHome.exitCode(ending);
    } finally {
      signal.release();
    }
  }

  private JobEnd runIn(JobLayout layout) throws InterruptedException {
    HostList.Division division = hosts.division();
    write(layout, division.placement());
    ControlBlock control = ControlBlock.create(layout.control(), request.size());
    figures.follow(control);
    ExecutorService notes = Executors.newSingleThreadExecutor(HostsJob::daemon);
    PathNotes paths = new PathNotes(layout.paths(), division.hosts(), notes);
    figures.follow(paths::record);
    RanksElsewhere ranks =
        new RanksElsewhere(
            layout, console, verdict, control, observer, paths, division.placement());
    EventLoggers loggers = home.loggers(layout, division.hosts().size(), console, verdict);
    try (HostGroup group = HostGroup.open(hosts, layout, ranks, verdict, console::notice)) {
      try {
        start(group, ranks, layout, loggers);
      } catch (FtmpjException e) {
        verdict.failed(e);
      }
      JobEnd ending = verdict.await();
      losses.ifPresent(HostLosses::close);
      ranks.close();
      group.stop(ending.toString());
      EndNotice.of(ending, group.stoppedRanks()).ifPresent(console::notice);
      group.leave(home.isKept(ending, group.hasCrashes()), ending.toString());
      return ending;
    } finally {
      loggers.stop();
      notes.shutdown();
      notes.awaitTermination(1, TimeUnit.MINUTES);
    }
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "path-notes");
    thread.setDaemon(true);
    return thread;
  }

  private void start(HostGroup group, RanksElsewhere ranks, JobLayout layout, EventLoggers loggers)
      throws InterruptedException {
    // At level process nothing of the hosts' logs is here that it could follow.
    loggers.listening(group.address());
    if (options.durability() != Durability.PROCESS && !loggers.begin()) {
      return;
    }
    group.start();
    if (!group.awaitJoined()) {
      return;
    }
    Orders orders =
        new Orders(
            request,
            options,
            layout,
            group.peers(),
            hosts.division().placement(),
            loggers.onHosts());
    if (!group.order(orders::of)) {
      return;
    }
    if (loggers.onHosts() > 0 && !loggers.begin(group.loggers())) {
      return;
    }
    Loggers addresses = loggers.await();
    if (verdict.isKnown()) {
      return;
    }
    ranks.giveInput(group.hostOf(0));
    console.start(verdict::failed);
    if (addresses.ensembles().isEmpty()) {
      ranks.surviveNone();
    } else {
      survive(group, ranks, layout, JobLoggers.of(layout, addresses));
    }
    group.tellAll(new ToHost.Start(addresses, false));
  }

  private void survive(
      HostGroup group, RanksElsewhere ranks, JobLayout layout, JobLoggers loggers) {
    HostList.Division division = hosts.division();
    LostStreams streams =
        new LostStreams(loggers, ranks.loggerNotices(), layout, division.placement());
    HostLosses dealing =
        new HostLosses(group.all(), ranks, division, streams, new Losses(layout), verdict);
    losses = Optional.of(dealing);
    ranks.survive(dealing);
    dealing.start();
  }

  private void write(JobLayout layout, Placement placement) {
    new HostsRecord(0, hosts.division().hosts(), placement).write(layout.hosts());
  }

  /** Tells the user and those who ask for the status. */
  private final class Losses implements HostLosses.Told {
    private final JobLayout layout;

    Losses(JobLayout layout) {
      this.layout = layout;
    }

    @Override
    public void lost(FtmpjException why, String moved) {
      figures.countHostLoss();
      console.notice(why.code() + ": " + why.what() + "; the job goes on, " + moved);
    }

    @Override
    public void placed(Placement placement) {
      write(layout, placement);
    }
  }

  private void end(JobEnd ending, JobLayout layout) throws InterruptedException {
    if (options.statistics()) {
      Statistics.of(layout, request.size()).forEach(console::notice);
      figures.paths().text().lines().forEach(console::notice);
    }
    JobRun run = new JobRun(layout, console, verdict);
    if (home.isKept(ending, CrashReports.areIn(layout))) {
      run.keep(ending);
      if (options.record()) {
        console.notice(
            "`ftmpj verify` on each host, with the id that the job has there, repeats the ranks there,"
                + " each alone, and compares");
      }
    } else {
      run.remove(EndedJob::forget);
      JobRegistry.ofUser().tidy();
    }
  }
}
