package org.ftmpj.launcher.hosts;

import static java.util.stream.Collectors.toSet;

import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.config.LogQuota;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.copies.CopyDirectory;
import org.ftmpj.hostd.copies.CopySettings;
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
import org.ftmpj.supervisor.job.DirectorySync;
import org.ftmpj.supervisor.job.JobRun;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.supervisor.record.ProcessIdentity;
import org.ftmpj.supervisor.record.StoppedRecord;

/**
 * A job whose ranks are on several hosts: collects their daemons, tells them what to run, shows
 * what the ranks print, and ends them all when the job's end is known. Its own directory holds what
 * the hosts report, and the event logger's store.
 */
public final class HostsJob implements RunnableJob {
  private final HostsSource source;
  private final JobOptions options;
  private final HostsOptions hosts;
  private final Installation installation;
  private final Console console;
  private final JobObserver observer;
  private final Verdict verdict;
  private final JobHome home;
  private final JobFigures figures = new JobFigures();

  /** How it was stopped before; empty if it begins. Known when its directory is open. */
  private Optional<StoppedRecord> before = Optional.empty();

  /** What was printed by its end, if it is to be resumed. */
  private List<StoppedRecord.Printed> printed = List.of();

  /**
   * A job that begins.
   *
   * @param observer is told what happens to ranks, beside the console
   */
  public HostsJob(
      RunRequest request,
      JobOptions options,
      HostsOptions hosts,
      Installation installation,
      Console console,
      JobObserver observer) {
    this(
        new BeginningHosts(
            request, options, hosts, new JobHome(options, installation), console.isLabelled()),
        options,
        installation,
        console,
        observer);
  }

  /** A job that is resumed. */
  public HostsJob(
      ResumedHosts job, JobOptions options, Installation installation, Console console) {
    this(job, options, installation, console, (rank, event) -> {});
  }

  private HostsJob(
      HostsSource source,
      JobOptions options,
      Installation installation,
      Console console,
      JobObserver observer) {
    this.source = source;
    this.options = options;
    this.hosts = source.hosts();
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
    LostHosts lost = source.lost();
    RanksElsewhere.Beginning beginning =
        new RanksElsewhere.Beginning(
            lost, Printed.of(before.map(StoppedRecord::printed).orElse(List.of())), false);
    try (CoordinatorDuties coordination =
        new CoordinatorDuties(
            layout, console, verdict, figures, observer, division.hosts(), beginning)) {
      EventLoggers loggers =
          home.loggers(layout, source.hostsForLoggers(), before.isPresent(), console, verdict);
      Set<Integer> gone = new TreeSet<>(lost.all());
      gone.addAll(source.left());
      try (StartingHosts starting =
          StartingHosts.open(
              hosts,
              gone,
              layout,
              options.secretFile(),
              coordination.ranks(),
              verdict,
              console::notice)) {
        try {
          coordination.ranks().mayBeResumed(end -> isToBeResumed(end, layout));
          start(starting, coordination, layout, loggers, lost);
        } catch (FtmpjException e) {
          verdict.failed(e);
        }
        JobEnd known = verdict.await();
        JobEnd ending =
            coordination.end(
                known,
                starting.group(),
                crashed -> home.isKept(known, crashed),
                isToBeResumed(known, layout));
        if (isToBeResumed(ending, layout)) {
          printed = coordination.ranks().stopped();
        } else if (isToBeResumed(known, layout) && !CoordinatorDuties.goesOn(ending)) {
          coordination.ranks().allEnded();
        }
        if (CoordinatorDuties.goesOn(ending)) {
          starting.leave();
        }
        return ending;
      } finally {
        loggers.stop();
      }
    }
  }

  /**
   * Whether it can go on later. If its user counts on that, it can whatever has ended it but the
   * program itself.
   */
  private boolean isToBeResumed(JobEnd ending, JobLayout layout) {
    return Files.exists(layout.launch())
        && !CoordinatorDuties.goesOn(ending)
        && (ending instanceof JobEnd.Stopped || isResumable() && !(ending instanceof JobEnd.Over));
  }

  /** Whether its user counts on that, so that it can whatever stops it. */
  private boolean isResumable() {
    return options.isResumable() || before.isPresent();
  }

  private void start(
      StartingHosts starting,
      CoordinatorDuties coordination,
      JobLayout layout,
      EventLoggers loggers,
      LostHosts lost)
      throws InterruptedException {
    coordination.requireRoom(options.quota());
    HostGroup group = starting.group();
    // At level process nothing of the hosts' logs is here that it could follow.
    loggers.listening(group.addresses().get(0).getAddress().getHostAddress());
    if (options.durability() != Durability.PROCESS && !loggers.begin()) {
      return;
    }
    Optional<AgreedNotebook> notes = noteFirst(coordination, group, layout, loggers);
    Optional<HostLosses> losses = Optional.empty();
    Map<RemoteHost, FtmpjException> missing = new LinkedHashMap<>();
    boolean mayBeMissing = before.isPresent() && options.durability() != Durability.PROCESS;
    if (mayBeMissing) {
      coordination.ranks().mayBeMissing();
      starting.start();
      missing.putAll(starting.awaitMost());
    } else {
      starting.start();
      starting.awaitJoined();
    }
    if (verdict.isKnown()) {
      return;
    }
    starting.tellOfOtherJavas();
    List<Integer> gone = new ArrayList<>(lost.all());
    gone.addAll(source.left());
    missing.keySet().forEach(host -> gone.add(host.number()));
    Orders orders = source.orders(layout, starting.peers(), gone, loggers.onHosts());
    hosts
        .copies()
        .directory()
        .ifPresent(shared -> AtomicFile.write(layout.copies(), shared + "\n"));
    copies(layout).ifPresent(before.isPresent() ? CopyDirectory::open : CopyDirectory::create);
    if (!starting.order(orders::of, mayBeMissing ? Optional.of(missing::put) : Optional.empty())) {
      return;
    }
    if (loggers.onHosts() > 0) {
      if (!loggers.begin(starting.loggers(source.loggers()))) {
        return;
      }
      notes = noteFirst(coordination, group, layout, loggers);
    }
    Loggers addresses = loggers.await();
    if (verdict.isKnown()) {
      return;
    }
    Optional<NextHosts.Leaving> leaving =
        source.leaving(missing.keySet().stream().map(RemoteHost::number).collect(toSet()));
    RanksElsewhere ranks = coordination.ranks();
    if (before.isPresent()) {
      Map<Integer, Integer> finished = ResumedHosts.finished(layout, source.size());
      ranks.know(ResumedHosts.incarnations(layout, source.size()));
      ranks.ended(finished.keySet());
      finished.values().forEach(verdict::ended);
    }
    giveInput(ranks, starting.host(lost.placement().hostOf(0)));
    console.start(verdict::failed);
    if (addresses.ensembles().isEmpty()) {
      ranks.surviveNone();
    } else {
      HostLosses.Standing standing = new HostLosses.Standing(lost, Optional.empty());
      losses =
          Optional.of(
              coordination.survive(
                  group,
                  new HostReplacement(hosts.division().slots(), hosts.copies().atPartner()),
                  standing,
                  JobLoggers.of(layout, addresses),
                  orders.of(1).turn().writer()));
    }
    if (options.durability() == Durability.QUORUM) {
      tellOfItsLoss(loggers);
    }
    if (options.checkpoints() && options.durability() != Durability.PROCESS) {
      tellWhatCopiesAreFor(hosts.copies(), options.quota());
    }
    boolean canBeStopped = options.canBeStopped() || before.isPresent();
    if (canBeStopped) {
      Launch.of(orders.of(1), source.conditions(), hosts, source.left(), options, addresses)
          .write(layout.launch());
    }
    ToHost.Start begin = new ToHost.Start(addresses, notes.isPresent(), starting.taken());
    String hint =
        "the job goes on without this launcher if that is lost, but for its standard input; "
            + AttachArguments.hint(JobIdentity.of(layout).name(), addresses);
    if (notes.isPresent()) {
      AtomicFile.write(layout.agreeingLoggers(), addresses + "\n");
    }
    notes.ifPresent(
        notebook ->
            notebook.begin(
                KnownJob.first(orders, begin, source.conditions()),
                () -> {
                  console.notice(hint);
                  group.tellAll(new ToHost.NotesBegun());
                }));
    group.tellAll(begin);
    group.watchOnRing(ranks);
    losses.ifPresent(
        dealing -> {
          leaving.ifPresent(dealing::leave);
          missing.forEach(dealing::lost);
          dealing.start();
        });
    if (options.checkpoints()) {
      coordination.takeRequests(group);
    }
    if (canBeStopped) {
      coordination.takeStops(options.wallTime());
    }
    coordination.keepWithin(options.quota());
  }

  private void tellWhatCopiesAreFor(CopySettings copies, LogQuota quota) {
    String thenStops =
        quota.isSet()
            ? "; so the job stops as soon as they take %d MiB (log.max) on one host, and `ftmpj resume` goes on with a larger quota"
                .formatted(quota.mib())
            : "";
    if (!copies.areMade()) {
      console.notice(
          "checkpoints are not copied: ranks of a lost host are repeated from their beginning, without"
              + " --checkpoint-copies partner or --checkpoint-dir; so logs are kept whole"
              + thenStops);
    } else if (copies.atPartner()) {
      console.notice(
          quota.isSet()
              ? "logs are pruned, for there is a quota (log.max): the job ends if a host is lost"
                  + " together with the next one, which has the copies of its checkpoints"
              : "logs are kept whole, for copies of checkpoints are lost with both their hosts; they"
                  + " are pruned with --checkpoint-dir, or with a quota (--log-max)");
    }
  }

  /** The user may expect that the job goes on without this process. */
  private void tellOfItsLoss(EventLoggers loggers) {
    if (isResumable()) {
      console.notice("if this launcher is lost, the job is stopped, and `ftmpj resume` goes on");
    } else if (loggers.outliving().isEmpty()) {
      console.notice("the job ends with this launcher, on whose host its event loggers are");
    }
  }

  private void giveInput(RanksElsewhere ranks, RemoteHost host) {
    boolean isReady = host.ready().isDone() && !host.ready().isCompletedExceptionally();
    ranks.giveInput(host, isReady ? host.ready().join().input() : 0);
  }

  /** Begins to agree with loggers that outlive this process on who coordinates the job. */
  private Optional<AgreedNotebook> noteFirst(
      CoordinatorDuties coordination, HostGroup group, JobLayout layout, EventLoggers loggers) {
    CoordinatorNote note =
        new CoordinatorNote(ThisProcess.inWords("the launcher"), group.addresses());
    String job = JobIdentity.of(layout).name();
    return loggers
        .outliving()
        // No other coordinator would know when its time is over, or that it is to be resumed.
        .filter(all -> hosts.takeover() && !isResumable())
        .map(all -> Agreements.of(JobLoggers.of(layout, all), job))
        .map(agreement -> coordination.noteFirst(agreement, note));
  }

  private Optional<CopyDirectory> copies(JobLayout layout) {
    return hosts.copies().shared(JobIdentity.of(layout).name());
  }

  private void end(JobEnd ending, JobLayout layout) throws InterruptedException {
    if (options.statistics()) {
      CoordinatorDuties.tellStatistics(layout, source.size(), figures, console);
    }
    JobRun run = new JobRun(layout, console, verdict);
    if (isToBeResumed(ending, layout)) {
      stop(ending, layout);
      return;
    }
    if (!CoordinatorDuties.goesOn(ending)) {
      copies(layout).ifPresent(copies -> copies.removeAll(console::notice));
    }
    if (CoordinatorDuties.goesOn(ending)) {
      run.remove(goesOn -> Optional.empty());
    } else if (home.isKept(ending, CrashReports.areIn(layout))) {
      run.keep(ending);
      if (options.record()) {
        console.notice(
            "`ftmpj verify"
                + JobHome.part(layout, source.size())
                + "` on each host, with the id that the job has there, repeats the ranks there,"
                + " each alone, and compares");
      }
    } else {
      run.remove(EndedJob::forget);
    }
    JobRegistry.ofUser().tidy();
  }

  /** Leaves all that is needed here to resume it, where it survives a crash of this host. */
  private void stop(JobEnd ending, JobLayout layout) {
    List<StoppedRecord.Printed> shown =
        console.loss().isPresent() ? before.map(StoppedRecord::printed).orElse(List.of()) : printed;
    StoppedRecord record =
        new StoppedRecord(
            ProcessIdentity.current(),
            Instant.now(),
            ending.toString(),
            false,
            options.keep(),
            ResumedHosts.finished(layout, source.size()),
            shown);
    record.write(layout.stopped());
    DirectorySync.sync(layout.directory());
    record.onTheDisk().write(layout.stopped());
    console.notice("`ftmpj resume " + home.id(layout) + "` goes on with it");
  }
}
