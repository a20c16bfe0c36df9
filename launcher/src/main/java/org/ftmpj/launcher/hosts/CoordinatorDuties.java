package org.ftmpj.launcher.hosts;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.ftmpj.common.config.LogQuota;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.Placement;
import org.ftmpj.hostd.disk.LoggedMessages;
import org.ftmpj.hostd.disk.QuotaWatch;
import org.ftmpj.hostd.job.CoordinatorNote;
import org.ftmpj.hostd.job.LocalRequests;
import org.ftmpj.hostd.job.ToHost;
import org.ftmpj.launcher.job.JobFigures;
import org.ftmpj.launcher.job.JobObserver;
import org.ftmpj.launcher.job.JobStops;
import org.ftmpj.launcher.job.Statistics;
import org.ftmpj.logger.agreement.Agreement;
import org.ftmpj.logger.client.JobLoggers;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.ending.EndNotice;
import org.ftmpj.supervisor.ending.JobEnd;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.supervisor.record.HostsRecord;
import org.ftmpj.transport.control.ControlBlock;

/**
 * The duties of every coordinator of a job on several hosts: its launcher, or a process that has
 * come after it. Shows what ranks print, deals with lost hosts, and ends the job. One thread.
 */
final class CoordinatorDuties implements AutoCloseable {
  private final JobLayout layout;
  private final Console console;
  private final Verdict verdict;
  private final JobFigures figures;
  private final List<String> names;
  private final ExecutorService pathNotes =
      Executors.newSingleThreadExecutor(CoordinatorDuties::daemon);
  private final RemoteRanks ranks;
  private final ControlBlock control;
  private volatile Placement placement;

  /** Deals with lost hosts; empty where a lost host ends the job. */
  private Optional<HostLosses> losses = Optional.empty();

  /** Empty where the job ends with its launcher. */
  private Optional<AgreedNotebook> notes = Optional.empty();

  /**
   * @param layout of this coordinator's directory of the job
   * @param observer is told what happens to ranks, beside the console
   * @param names of the hosts, from number 1 on
   */
  CoordinatorDuties(
      JobLayout layout,
      Console console,
      Verdict verdict,
      JobFigures figures,
      JobObserver observer,
      List<String> names,
      RemoteRanks.Beginning beginning) {
    this.layout = layout;
    this.console = console;
    this.verdict = verdict;
    this.figures = figures;
    this.names = names;
    write(beginning.lost());
    control = ControlBlock.create(layout.control(), beginning.placement().size());
    placement = beginning.placement();
    figures.follow(control);
    PathNotes paths = new PathNotes(layout.paths(), names, pathNotes);
    figures.follow(paths::record);
    ranks = new RemoteRanks(layout, console, verdict, control, observer, paths, beginning);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "path-notes");
    thread.setDaemon(true);
    return thread;
  }

  private void write(LostHosts now) {
    new HostsRecord(0, names, now.placement(), Set.copyOf(now.all())).write(layout.hosts());
  }

  /** Makes ranks on all hosts take the checkpoints that are requested on this one. */
  void takeRequests(HostGroup group) {
    CheckpointRequests requests =
        new CheckpointRequests(
            layout, control, rank -> group.all().get(placement.hostOf(rank) - 1), verdict);
    ranks.answer(requests);
    requests.start();
  }

  /**
   * The job can be stopped, and resumed later.
   *
   * @param wallTime after which it is stopped; empty for never
   */
  void takeStops(Optional<Duration> wallTime) {
    JobStops.take(wallTime, layout, control, console, verdict);
  }

  /**
   * To be called before ranks start: what is here of a job that is resumed has room.
   *
   * @throws FtmpjException LOG_QUOTA
   */
  void requireRoom(LogQuota quota) {
    try {
      QuotaWatch.requireRoom(quota, layout);
    } catch (FtmpjException e) {
      throw here(e);
    }
  }

  /** Ends the job when the event loggers' files in this directory reach that quota. */
  void keepWithin(LogQuota quota) {
    LocalRequests asks = new LocalRequests(quota, layout, control, console::notice);
    int withLogs = 0; // The ranks' own are on their hosts.
    new QuotaWatch(
            quota,
            layout,
            new LoggedMessages(layout, control, withLogs),
            asks,
            Optional.empty(),
            verdict,
            why -> verdict.failed(here(why)))
        .start();
  }

  private static FtmpjException here(FtmpjException why) {
    return new FtmpjException(why.code(), "on the launcher's host: " + why.what(), why);
  }

  RemoteRanks ranks() {
    return ranks;
  }

  /** Makes this process the first coordinator, which begins with its first notes. */
  AgreedNotebook noteFirst(Agreement agreement, CoordinatorNote coordinator) {
    return with(
        AgreedNotebook.ofFirst(
            agreement,
            coordinator,
            ranks::printed,
            ranks.unnoted(),
            verdict::failed,
            console::notice));
  }

  /** Notes under that term what a successor has to know. */
  AgreedNotebook noteOn(Agreement agreement, long term) {
    return with(
        AgreedNotebook.ofSuccessor(
            agreement, term, ranks::printed, ranks.unnoted(), verdict::failed, console::notice));
  }

  private AgreedNotebook with(AgreedNotebook notebook) {
    notes = Optional.of(notebook);
    return notebook;
  }

  /**
   * Handles lost hosts from the start of the result on.
   *
   * @param replacement the new hosts for the ranks of lost ones
   * @param standing from where it goes on
   * @param writer the incarnation that writes the streams of hosts
   */
  HostLosses survive(
      HostGroup group,
      HostReplacement replacement,
      HostLosses.Standing standing,
      JobLoggers loggers,
      int writer) {
    Notebook notebook = notes.isPresent() ? notes.get() : Notebook.ofNoSuccessor(writer);
    LostStreams streams =
        new LostStreams(
            loggers, ranks.loggerNotices(), layout, standing.lost().placement(), notebook);
    HostLosses dealing =
        new HostLosses(
            group.all(), ranks, replacement, standing, streams, notebook, new Losses(), verdict);
    losses = Optional.of(dealing);
    ranks.survive(dealing);
    return dealing;
  }

  /** Tells the user and those who ask for the status. */
  private final class Losses implements HostLosses.Told {
    @Override
    public void lost(FtmpjException why, String moved) {
      figures.countHostLoss();
      console.notice(why.code() + ": " + why.what() + "; the job goes on, " + moved);
    }

    @Override
    public void left(String hosts, String moved) {
      console.notice("the job goes on without " + hosts + ", " + moved);
    }

    @Override
    public void placed(LostHosts now) {
      placement = now.placement();
      write(now);
    }

    @Override
    public void placedForGood(byte[] lost) {
      AtomicFile.write(layout.losses(), lost);
    }
  }

  /**
   * Ends the job on all hosts, unless it has another coordinator meanwhile.
   *
   * @param isRetained whether directories stay, told whether a virtual machine has crashed anywhere
   * @param resumable whether it is to be resumed later, unless its program has ended meanwhile
   * @return the end of the job
   */
  JobEnd end(JobEnd known, HostGroup group, Predicate<Boolean> isRetained, boolean resumable)
      throws InterruptedException {
    JobEnd ending = known;
    losses.ifPresent(HostLosses::close);
    ranks.close();
    if (goesOn(ending)) {
      return ending;
    }
    if (notes.isPresent()) {
      // A successor of this process would rather go on with a job that is to be resumed.
      notes
          .get()
          .noteEnding(
              resumable ? Map.of() : Map.of(JobNotes.ENDING, JobNotes.ENDINGS.encode(ending)));
      if (notes.get().isReplaced()) {
        return new JobEnd.Failed(notes.get().replacement());
      }
    }
    group.stop(ending.toString(), resumable);
    if (resumable) {
      ending = ranks.programEnd().orElse(ending);
    }
    EndNotice.of(ending, group.stoppedRanks()).ifPresent(console::notice);
    // Event loggers may be on the hosts.
    if (notes.isPresent()) {
      notes.get().noteEnd();
    }
    group.leave(rest(ending, resumable, isRetained.test(group.hasCrashes())), ending.toString());
    return ending;
  }

  private static ToHost.Rest rest(JobEnd ending, boolean resumable, boolean kept) {
    if (resumable && !(ending instanceof JobEnd.Over)) {
      return ToHost.Rest.RESUMABLE;
    }
    return kept ? ToHost.Rest.RETAINED : ToHost.Rest.REMOVED;
  }

  /** Tells what ranks have counted, and how the paths between hosts were. */
  static void tellStatistics(JobLayout layout, int ranks, JobFigures figures, Console console) {
    Statistics.of(layout, ranks).forEach(console::notice);
    figures.paths().text().lines().forEach(console::notice);
  }

  /** Whether a job that has ended so for this process goes on. */
  static boolean goesOn(JobEnd ending) {
    return ending instanceof JobEnd.Failed failed
        && (failed.reason().code() == ErrorCode.COORDINATOR_REPLACED
            || failed.reason().code() == ErrorCode.CONSOLE_LOST);
  }

  @Override
  public void close() {
    notes.ifPresent(AgreedNotebook::close);
    pathNotes.shutdown();
    try {
      pathNotes.awaitTermination(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
