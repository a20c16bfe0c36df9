package org.ftmpj.launcher.hosts;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.job.CoordinatorNote;
import org.ftmpj.hostd.job.JobOrder;
import org.ftmpj.hostd.job.Sessions;
import org.ftmpj.launcher.job.JobFigures;
import org.ftmpj.launcher.job.JobHome;
import org.ftmpj.launcher.registry.JobRegistry;
import org.ftmpj.logger.agreement.Agreement;
import org.ftmpj.logger.client.EndedJob;
import org.ftmpj.logger.client.JobLoggers;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.ending.JobEnd;
import org.ftmpj.supervisor.ending.StopSignal;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.job.CrashReports;
import org.ftmpj.supervisor.job.JobDirectory;
import org.ftmpj.supervisor.job.JobRun;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.supervisor.record.JobRecord;
import org.ftmpj.supervisor.record.ProcessIdentity;

/**
 * A job whose ranks run, from when this process has become its coordinator: waits for the hosts
 * that were not lost, goes on where the coordinator before was with lost ones, and then does what
 * the launcher did.
 */
final class SuccessorJob {
  /** Beyond the time after which hosts notice that the coordinator before is lost. */
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private static final String HANG_UP = "SIGHUP";

  private final Seat seat;
  private final KnownJob known;
  private final Console console;
  private final Display display;
  private final Verdict verdict;
  private final JobFigures figures = new JobFigures();

  /**
   * The role of the coordinator, which this process has.
   *
   * @param role what this process is, in words
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
   * Where its output goes.
   *
   * @param all whether also what was shown before
   * @param mayEnd whether the job goes on without this coordinator when that is gone
   */
  record Display(Console console, boolean all, boolean mayEnd) {}

  /**
   * @param known what was noted under earlier terms
   * @param display shows what ranks print
   */
  SuccessorJob(Seat seat, KnownJob known, Display display) {
    this.seat = seat;
    this.known = known;
    this.display = display;
    this.console = display.console();
    this.verdict = new Verdict(known.order().size());
  }

  /**
   * Runs it to its end.
   *
   * @return exit code
   * @throws FtmpjException if FTMPJ could not go on, COORDINATOR_REPLACED
   */
  int run() throws InterruptedException {
    console.onLoss(why -> verdict.failed(display.mayEnd() ? consoleLost(why.what()) : why));
    StopSignal signal = new StopSignal(verdict);
    try {
      JobLayout layout = make();
      figures.begin(layout);
      JobEnd ending;
      try {
        ending = runIn(layout);
      } catch (FtmpjException e) {
        ending = new JobEnd.Failed(e);
      }
      end(ending, layout);
      return exitCode(ending);
    } finally {
      signal.release();
    }
  }

  /** The one before was stopped by a signal; this one exits as if it had been. */
  private int exitCode(JobEnd ending) {
    if (known.ending().isPresent() && ending instanceof JobEnd.Signalled signalled) {
      throw new FtmpjException(ErrorCode.JOB_STOPPED, "the job was " + signalled);
    }
    return JobHome.exitCode(ending);
  }

  private JobLayout make() {
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

  /** They are told of the end, which those on hosts do not live to see. */
  private void noteLoggers(JobLayout layout) {
    String all =
        known.loggers().all().stream().map(Object::toString).collect(Collectors.joining(","));
    AtomicFile.write(layout.givenLogger(), all + "\n");
  }

  private JobEnd runIn(JobLayout layout) throws InterruptedException {
    JobOrder order = known.order();
    List<String> names = order.hosts().stream().map(JobOrder.Peer::name).toList();
    RanksElsewhere.Beginning beginning =
        new RanksElsewhere.Beginning(known.standing().lost(), known.printed(), display.all());
    try (CoordinatorDuties coordination =
        new CoordinatorDuties(
            layout, console, verdict, figures, (rank, event) -> {}, names, beginning)) {
      coordination.ranks().know(known.incarnations());
      AgreedNotebook notes = coordination.noteOn(seat.agreement(), seat.term());
      List<RemoteHost> hosts = hosts(names, coordination.ranks());
      try (HostGroup group = new HostGroup(seat.sessions(), hosts, console::notice)) {
        HostReplacement replacement =
            new HostReplacement(known.conditions().slots(), order.settings().copies().atPartner());
        HostLosses losses =
            coordination.survive(group, replacement, known.standing(), seat.loggers());
        hosts.stream().filter(host -> !isLost(host)).forEach(h -> h.expect(seat.sessions()));
        listening(notes);
        goOn(hosts, losses);
        group.watchOnRing(coordination.ranks());
        JobEnd ending = known.ending().isPresent() ? known.ending().get() : awaitEnd();
        return coordination.end(ending, group, crashed -> isKept(ending, crashed));
      }
    }
  }

  private JobEnd awaitEnd() {
    JobEnd ending = verdict.await();
    return display.mayEnd() && ending instanceof JobEnd.Signalled by && by.signal().equals(HANG_UP)
        ? new JobEnd.Failed(consoleLost("the terminal is gone (" + HANG_UP + ")"))
        : ending;
  }

  private static FtmpjException consoleLost(String why) {
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

  private void listening(AgreedNotebook notes) throws InterruptedException {
    CoordinatorNote note =
        new CoordinatorNote(ThisProcess.inWords(seat.role()), seat.sessions().addresses());
    notes.note(Map.of(CoordinatorNote.NAME, note.encode()));
  }

  /** Waits for hosts, and deals with those that do not come. */
  private void goOn(List<RemoteHost> hosts, HostLosses losses) throws InterruptedException {
    console.start(verdict::failed);
    ExpectedHosts expected =
        new ExpectedHosts(hosts.stream().filter(host -> !isLost(host)).toList(), losses::lossOf);
    console.notice(
        "%s is the coordinator of the job now, number %d; waiting for hosts %s; %s"
            .formatted(
                seat.role(),
                seat.term(),
                expected,
                AttachArguments.hint(known.order().identity(), known.loggers())));
    Duration longest = seat.hostTimeout().plus(PATIENCE);
    expected.await(longest, verdict.known());
    for (RemoteHost host : expected.missing()) {
      losses.lost(
          host,
          new FtmpjException(
              ErrorCode.HOST_LOST,
              "host %s is lost: it has not come to this coordinator within %d s"
                  .formatted(host.name(), longest.toSeconds())));
    }
    if (known.ending().isEmpty() && !verdict.isKnown()) {
      losses.start();
    }
  }

  private boolean isKept(JobEnd ending, boolean crashed) {
    boolean asked = known.conditions().keep() || known.order().settings().record();
    return JobHome.isKept(asked, ending, crashed);
  }

  private void end(JobEnd ending, JobLayout layout) throws InterruptedException {
    JobRun run = new JobRun(layout, console, verdict);
    if (CoordinatorDuties.goesOn(ending)) {
      run.remove(goesOn -> Optional.empty());
    } else {
      if (known.conditions().statistics()) {
        CoordinatorDuties.tellStatistics(layout, known.order().size(), figures, console);
      }
      known.order().sharedCopies().ifPresent(copies -> copies.removeAll(console::notice));
      console.notice("the job is over: " + ending);
      if (isKept(ending, CrashReports.areIn(layout))) {
        run.keep(ending);
      } else {
        run.remove(EndedJob::forget);
      }
    }
    JobRegistry.ofUser().tidy();
  }
}
