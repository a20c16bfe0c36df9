package org.ftmpj.launcher.hosts;

import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.launcher.install.Installation;
import org.ftmpj.launcher.job.EventLoggers;
import org.ftmpj.launcher.job.JobCoordinator;
import org.ftmpj.launcher.job.JobHome;
import org.ftmpj.launcher.job.JobObserver;
import org.ftmpj.launcher.job.JobOptions;
import org.ftmpj.launcher.program.RunRequest;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.ending.JobEnd;
import org.ftmpj.supervisor.job.CrashReports;
import org.ftmpj.supervisor.record.StoppedRecord;

/**
 * A job whose ranks are on several hosts, from its launcher's directory to its end; {@link
 * JobPhase} says what is between. The directory holds what the hosts report, and the event logger's
 * store.
 */
public final class HostsJob extends JobCoordinator {
  private final HostsSource source;
  private final JobOptions options;
  private final Installation installation;
  private final JobObserver observer;
  private final JobHome home;

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
    return source.open();
  }

  private List<StoppedRecord.Printed> printedBefore() {
    return source.stopped().map(StoppedRecord::printed).orElse(List.of());
  }

  @Override
  protected JobEnd run(JobLayout layout) throws InterruptedException {
    LostHosts lost = source.lost();
    RemoteRanks.Beginning beginning =
        new RemoteRanks.Beginning(lost, PrintedExtent.of(printedBefore()), false);
    try (CoordinatorDuties duties =
        new CoordinatorDuties(
            layout,
            console,
            verdict,
            figures,
            observer,
            source.hosts().division().hosts(),
            beginning)) {
      EventLoggers loggers =
          home.loggers(
              layout, source.hostsForLoggers(), source.stopped().isPresent(), console, verdict);
      Set<Integer> gone = new TreeSet<>(lost.all());
      gone.addAll(source.left());
      try (StartingHosts hosts =
          StartingHosts.open(
              source.hosts(),
              gone,
              layout,
              options.secretFile(),
              duties.ranks(),
              verdict,
              console::notice)) {
        duties.ranks().mayBeResumed(end -> isToBeResumed(end, layout));
        Coordination coordination =
            new Coordination(
                duties,
                hosts.group(),
                verdict,
                verdict::await,
                end -> isToBeResumed(end, layout),
                home::isRetained);
        JobEnd ending =
            coordination.run(
                new JobPhase.Founding(
                    new HostsRun(
                        source, options, layout, lost, loggers, hosts, console, coordination)));
        ended(ending, layout, duties.ranks());
        if (CoordinatorDuties.goesOn(ending)) {
          hosts.leave();
        }
        return ending;
      } finally {
        loggers.stop();
      }
    }
  }

  private void ended(JobEnd ending, JobLayout layout, RemoteRanks ranks) {
    if (isToBeResumed(ending, layout)) {
      printed = ranks.stopped();
    } else if (isToBeResumed(verdict.await(), layout) && !CoordinatorDuties.goesOn(ending)) {
      ranks.allEnded();
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
    return options.isResumable() || source.stopped().isPresent();
  }

  @Override
  protected void end(JobEnd ending, JobLayout layout) throws InterruptedException {
    if (options.statistics()) {
      CoordinatorDuties.tellStatistics(layout, source.size(), figures, console);
    }
    if (isToBeResumed(ending, layout)) {
      Map<Integer, Integer> finished = ResumedHosts.finished(layout, source.size());
      List<StoppedRecord.Printed> shown = console.loss().isPresent() ? printedBefore() : printed;
      stop(ending, layout, home.id(layout), options.keep(), finished, shown);
    } else if (CoordinatorDuties.goesOn(ending)) {
      leaveToAnother(layout);
    } else {
      source
          .hosts()
          .copies()
          .shared(JobIdentity.of(layout).name())
          .ifPresent(copies -> copies.removeAll(console::notice));
      String toVerify =
          "`ftmpj verify"
              + JobHome.part(layout, source.size())
              + "` on each host, with the id that the job has there, repeats the ranks there,"
              + " each alone, and compares";
      leave(
          ending,
          layout,
          home.isRetained(ending, CrashReports.areIn(layout)),
          Optional.of(toVerify).filter(hint -> options.record()));
    }
  }
}
