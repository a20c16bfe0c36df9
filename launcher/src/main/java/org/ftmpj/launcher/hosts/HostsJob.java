package org.ftmpj.launcher.hosts;

import java.util.Optional;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.copies.CopyDirectory;
import org.ftmpj.hostd.job.CoordinatorNote;
import org.ftmpj.hostd.job.ToHost;
import org.ftmpj.launcher.install.Installation;
import org.ftmpj.launcher.job.EventLoggers;
import org.ftmpj.launcher.job.JobFigures;
import org.ftmpj.launcher.job.JobHome;
import org.ftmpj.launcher.job.JobObserver;
import org.ftmpj.launcher.job.JobOptions;
import org.ftmpj.launcher.job.RunnableJob;
import org.ftmpj.launcher.program.RunRequest;
import org.ftmpj.launcher.registry.JobRegistry;
import org.ftmpj.logger.client.EndedJob;
import org.ftmpj.logger.client.JobLoggers;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.ending.JobEnd;
import org.ftmpj.supervisor.ending.StopSignal;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.job.CrashReports;
import org.ftmpj.supervisor.job.JobRun;
import org.ftmpj.supervisor.record.AtomicFile;

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
      JobLayout layout = home.make(request);
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
    RanksElsewhere.Beginning beginning = new RanksElsewhere.Beginning(division.placement());
    try (Coordination coordination =
        new Coordination(
            layout, console, verdict, figures, observer, division.hosts(), beginning)) {
      EventLoggers loggers = home.loggers(layout, division.hosts().size(), false, console, verdict);
      try (StartingHosts starting =
          StartingHosts.open(hosts, layout, coordination.ranks(), verdict, console::notice)) {
        try {
          start(starting, coordination, layout, loggers);
        } catch (FtmpjException e) {
          verdict.failed(e);
        }
        JobEnd known = verdict.await();
        JobEnd ending =
            coordination.end(known, starting.group(), crashed -> home.isKept(known, crashed));
        if (Coordination.goesOn(ending)) {
          starting.leave();
        }
        return ending;
      } finally {
        loggers.stop();
      }
    }
  }

  private void start(
      StartingHosts starting, Coordination coordination, JobLayout layout, EventLoggers loggers)
      throws InterruptedException {
    HostGroup group = starting.group();
    // At level process nothing of the hosts' logs is here that it could follow.
    loggers.listening(group.addresses().get(0).getAddress().getHostAddress());
    if (options.durability() != Durability.PROCESS && !loggers.begin()) {
      return;
    }
    Optional<AgreedNotebook> notes = noteFirst(coordination, group, layout, loggers);
    starting.start();
    if (!starting.awaitJoined()) {
      return;
    }
    Orders orders =
        new Orders(request, options, layout, starting.peers(), hosts, loggers.onHosts());
    copies(layout).ifPresent(CopyDirectory::create);
    if (!starting.order(orders::of)) {
      return;
    }
    if (loggers.onHosts() > 0) {
      if (!loggers.begin(starting.loggers())) {
        return;
      }
      notes = noteFirst(coordination, group, layout, loggers);
    }
    Loggers addresses = loggers.await();
    if (verdict.isKnown()) {
      return;
    }
    RanksElsewhere ranks = coordination.ranks();
    ranks.giveInput(starting.hostOf(0));
    console.start(verdict::failed);
    if (addresses.ensembles().isEmpty()) {
      ranks.surviveNone();
    } else {
      HostLosses.Standing standing =
          new HostLosses.Standing(new LostHosts(hosts.division().placement()), Optional.empty());
      coordination
          .survive(group, hosts.division().slots(), standing, JobLoggers.of(layout, addresses))
          .start();
    }
    if (options.durability() == Durability.QUORUM && loggers.outliving().isEmpty()) {
      console.notice("the job ends with this launcher, on whose host its event loggers are");
    }
    ToHost.Start begin = new ToHost.Start(addresses, notes.isPresent());
    String hint =
        "the job goes on without this launcher if that is lost, but for its standard input; "
            + AttachArguments.hint(JobIdentity.of(layout).name(), addresses);
    if (notes.isPresent()) {
      AtomicFile.write(layout.agreeingLoggers(), addresses + "\n");
    }
    notes.ifPresent(
        notebook ->
            notebook.begin(
                KnownJob.first(orders, begin, conditions()),
                () -> {
                  console.notice(hint);
                  group.tellAll(new ToHost.NotesBegun());
                }));
    group.tellAll(begin);
    group.watchOnRing(ranks);
  }

  /** Begins to agree with loggers that outlive this process on who coordinates the job. */
  private Optional<AgreedNotebook> noteFirst(
      Coordination coordination, HostGroup group, JobLayout layout, EventLoggers loggers) {
    CoordinatorNote note =
        new CoordinatorNote(ThisProcess.inWords("the launcher"), group.addresses());
    String job = JobIdentity.of(layout).name();
    return loggers
        .outliving()
        .filter(all -> hosts.takeover())
        .map(all -> Agreements.of(JobLoggers.of(layout, all), job))
        .map(agreement -> coordination.noteFirst(agreement, note));
  }

  private Optional<CopyDirectory> copies(JobLayout layout) {
    return hosts
        .checkpointDirectory()
        .map(directory -> new CopyDirectory(directory, JobIdentity.of(layout).name()));
  }

  private Conditions conditions() {
    return new Conditions(
        hosts.division().slots(),
        hosts.shared(),
        console.isLabelled(),
        options.keep(),
        options.statistics());
  }

  private void end(JobEnd ending, JobLayout layout) throws InterruptedException {
    if (options.statistics()) {
      Coordination.tellStatistics(layout, request.size(), figures, console);
    }
    JobRun run = new JobRun(layout, console, verdict);
    if (!Coordination.goesOn(ending)) {
      copies(layout).ifPresent(copies -> copies.removeAll(console::notice));
    }
    if (Coordination.goesOn(ending)) {
      run.remove(goesOn -> Optional.empty());
    } else if (home.isKept(ending, CrashReports.areIn(layout))) {
      run.keep(ending);
      if (options.record()) {
        console.notice(
            "`ftmpj verify` on each host, with the id that the job has there, repeats the ranks there,"
                + " each alone, and compares");
      }
    } else {
      run.remove(EndedJob::forget);
    }
    JobRegistry.ofUser().tidy();
  }
}
