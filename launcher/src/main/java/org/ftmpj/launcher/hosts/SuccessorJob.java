package org.ftmpj.launcher.hosts;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.job.JobOrder;
import org.ftmpj.hostd.job.Sessions;
import org.ftmpj.launcher.job.JobCoordinator;
import org.ftmpj.launcher.job.JobHome;
import org.ftmpj.launcher.registry.JobRegistry;
import org.ftmpj.logger.agreement.Agreement;
import org.ftmpj.logger.client.JobLoggers;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.ending.JobEnd;
import org.ftmpj.supervisor.job.CrashReports;
import org.ftmpj.supervisor.job.JobDirectory;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.supervisor.record.JobRecord;
import org.ftmpj.supervisor.record.ProcessIdentity;

/**
 * A job whose ranks run, from when this process has become its coordinator, which begins with
 * {@link Rejoining} and then does what the launcher did.
 */
final class SuccessorJob extends JobCoordinator {
  private static final String HANG_UP = "SIGHUP";

  private final Seat seat;
  private final JobNotes known;
  private final Display display;

  /**
   * The role of the coordinator, which this process has.
   *
   * @param role the role of this process, in words
   * @param term the number of the coordinator
   * @param sessions with hosts; listen already
   * @param hostTimeout how long hosts may take to notice the loss of the coordinator before
   */
  record Seat(
      String role,
      long term,
      Agreement agreement,
      JobLoggers loggers,
      String secret,
      Sessions sessions,
      Duration hostTimeout) {}

  /**
   * The display of its output.
   *
   * @param all whether also what was shown before
   * @param mayEnd whether the job goes on without this coordinator when that is gone
   */
  record Display(Console console, boolean all, boolean mayEnd) {}

  /**
   * @param known what was noted under earlier terms
   * @param display shows what ranks print
   */
  SuccessorJob(Seat seat, JobNotes known, Display display) {
    super(display.console(), known.order().size());
    this.seat = seat;
    this.known = known;
    this.display = display;
  }

  @Override
  protected void consoleLost(FtmpjException why) {
    verdict.failed(display.mayEnd() ? withoutConsole(why.what()) : why);
  }

  /** The one before was stopped by a signal; this one exits as if it had been. */
  @Override
  protected int exitCode(JobEnd ending) {
    if (known.ending().isPresent() && ending instanceof JobEnd.Signalled signalled) {
      throw new FtmpjException(ErrorCode.JOB_STOPPED, "the job was " + signalled);
    }
    return super.exitCode(ending);
  }

  @Override
  protected JobLayout open() {
    JobOrder order = known.order();
    JobRegistry.ofUser().prepare();
    JobRecord record =
        new JobRecord(
            ProcessIdentity.current(),
            Instant.now(),
            order.size(),
            order.settings().durability(),
            order.program().mainClass());
    Path directory = JobDirectory.place(order.name() + "-c" + seat.term());
    JobLayout layout =
        JobDirectory.create(record, directory, new JobIdentity(order.identity()), seat.secret());
    AtomicFile.write(layout.agreeingLoggers(), known.loggers() + "\n");
    if (order.settings().loggersOnHosts() == 0) {
      noteLoggers(layout);
    }
    return layout;
  }

  /** Notes the event loggers that are told of the end, which those on hosts do not live to see. */
  private void noteLoggers(JobLayout layout) {
    String all =
        known.loggers().all().stream().map(Object::toString).collect(Collectors.joining(","));
    AtomicFile.write(layout.givenLogger(), all + "\n");
  }

  @Override
  protected JobEnd run(JobLayout layout) throws InterruptedException {
    JobOrder order = known.order();
    List<String> names = order.hosts().stream().map(JobOrder.Peer::name).toList();
    RemoteRanks.Beginning beginning =
        new RemoteRanks.Beginning(known.standing().lost(), known.printed(), display.all());
    try (CoordinatorDuties duties =
        new CoordinatorDuties(
            layout, console, verdict, figures, (rank, event) -> {}, names, beginning)) {
      duties.ranks().know(known.incarnations());
      AgreedNotebook notes = duties.noteOn(seat.agreement(), seat.term());
      List<RemoteHost> hosts = hosts(names, duties.ranks());
      try (HostGroup group = new HostGroup(seat.sessions(), hosts, console::notice)) {
        HostReplacement replacement =
            new HostReplacement(known.conditions().slots(), order.settings().copies().atPartner());
        HostLosses losses =
            duties.survive(group, replacement, known.standing(), seat.loggers(), Notebook.WRITER);
        Coordination coordination =
            new Coordination(
                duties, group, verdict, this::awaitEnd, end -> false, this::isRetained);
        List<RemoteHost> left = hosts.stream().filter(host -> !isLost(host)).toList();
        return coordination.run(
            new Rejoining(seat, known, left, losses, notes, console, coordination));
      }
    }
  }

  private JobEnd awaitEnd() {
    JobEnd ending = verdict.await();
    return display.mayEnd() && ending instanceof JobEnd.Signalled by && by.signal().equals(HANG_UP)
        ? new JobEnd.Failed(withoutConsole("the terminal is gone (" + HANG_UP + ")"))
        : ending;
  }

  private static FtmpjException withoutConsole(String why) {
    return new FtmpjException(ErrorCode.CONSOLE_LOST, why);
  }

  private boolean isLost(RemoteHost host) {
    return known.standing().lost().has(host.number());
  }

  private List<RemoteHost> hosts(List<String> names, JobListener listener) {
    List<RemoteHost> hosts = new ArrayList<>();
    for (String name : names) {
      RemoteHost host = RemoteHost.known(hosts.size() + 1, name, listener);
      hosts.add(host);
      if (isLost(host)) {
        host.giveUp();
      }
    }
    return hosts;
  }

  private boolean isRetained(JobEnd ending, boolean crashed) {
    boolean asked = known.conditions().keep() || known.order().settings().record();
    return JobHome.isRetained(asked, ending, crashed);
  }

  @Override
  protected void end(JobEnd ending, JobLayout layout) throws InterruptedException {
    if (CoordinatorDuties.goesOn(ending)) {
      leaveToAnother(layout);
      return;
    }
    if (known.conditions().statistics()) {
      CoordinatorDuties.tellStatistics(layout, known.order().size(), figures, console);
    }
    known.order().sharedCopies().ifPresent(copies -> copies.removeAll(console::notice));
    console.notice("the job is over: " + ending);
    leave(ending, layout, isRetained(ending, CrashReports.areIn(layout)), Optional.empty());
  }
}
