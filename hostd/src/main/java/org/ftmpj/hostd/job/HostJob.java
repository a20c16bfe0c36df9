package org.ftmpj.hostd.job;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.copies.CheckpointCopies;
import org.ftmpj.hostd.copies.CopyDirectory;
import org.ftmpj.hostd.logs.ChannelLogs;
import org.ftmpj.hostd.logs.DeterminantStream;
import org.ftmpj.hostd.logs.EdgeGate;
import org.ftmpj.hostd.logs.TakenRecords;
import org.ftmpj.logger.client.JobLoggers;
import org.ftmpj.network.Session;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.supervisor.ending.JobEnd;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.input.InputRecorder;
import org.ftmpj.supervisor.job.CrashReports;
import org.ftmpj.supervisor.job.JobRun;
import org.ftmpj.supervisor.job.RankEnvironment;
import org.ftmpj.supervisor.rank.HangPolicy;
import org.ftmpj.supervisor.rank.RankEvent;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.supervisor.record.HostsRecord;
import org.ftmpj.transport.bulk.LogMemory;
import org.ftmpj.transport.control.ControlBlock;

/**
 * The part of a job that is on this host: its directory, and the ranks that are placed here. One
 * thread.
 */
final class HostJob {
  /** The number that it has among hosts. */
  private static final int COORDINATOR = 0;

  private final JobOrder order;
  private final HostServices services;
  private final LauncherLink launcher;
  private final Instructions instructions;
  private final Verdict verdict;
  private final JobLayout layout;
  private final ControlBlock control;

  /** What was here of other hosts' channel logs before. */
  private final List<TakenRecords> before;

  private final ChannelLogs channels;
  private final MovesToAll moves;
  private final PeerSessions peers;
  private final Optional<CheckpointCopies> copies;

  /** What leaves passes it; open until the ranks start. */
  private volatile EdgeGate gate = EdgeGate.OPEN;

  /** The same if it is one; null if not. */
  private DeterminantStream stream;

  private Optional<InputRecorder> input = Optional.empty();
  private List<TakenRecords> taken = List.of(); // known when it has disconnected
  private ProgressTeller progress; // null before the ranks start
  private final ForwardedConsole console = new ForwardedConsole(this::tellOutside);

  private HostJob(
      JobOrder order,
      HostServices services,
      LauncherLink launcher,
      Instructions instructions,
      Verdict verdict,
      JobLayout layout) {
    this.order = order;
    this.services = services;
    this.launcher = launcher;
    this.instructions = instructions;
    this.verdict = verdict;
    this.layout = layout;
    this.control =
        order.turn().isResumed()
            ? ControlBlock.open(layout.control())
            : ControlBlock.create(layout.control(), order.size());
    this.before = order.turn().isResumed() ? TakenRecords.read(layout.taken()) : List.of();
    this.copies = order.copies().map(this::enter);
    this.channels = channels();
    this.moves =
        MovesToAll.start(order.host(), this::sessionWith, launcher::begin, verdict::failed);
    instructions.onMoveToAll(moves::come);
    this.peers =
        PeerSessions.open(order, services.sessions(), channels, moves, this::lost, launcher::ask);
    services.sessions().watchOnRing(order.hosts().size(), this::silent);
  }

  private CheckpointCopies enter(CopyDirectory directory) {
    Consumer<String> notice = text -> launcher.tell(new ToLauncher.Notice(text));
    return order.turn().isResumed()
        ? CheckpointCopies.reenter(
            layout, control, directory, order.host(), order.turn().lost(), notice)
        : CheckpointCopies.enter(layout, control, directory, order.host(), notice);
  }

  private ChannelLogs channels() {
    int host = order.host();
    return order.survivesHosts()
        ? ChannelLogs.openMovable(
            layout,
            order.placement(),
            order.hostsLeft(),
            host,
            before,
            this::sessionWith,
            verdict::failed)
        : ChannelLogs.open(
            layout, order.placement(), host, before, this::sessionWith, verdict::failed);
  }

  /** The session with a host has ended: the launcher decides whether the host is lost. */
  private void lost(int host, FtmpjException why) {
    if (!isOfNetwork(why.code())) {
      verdict.failed(why);
    } else if (order.survivesHosts()) {
      launcher.tell(new ToLauncher.PeerLost(host, why.what()));
    } else {
      verdict.failed(new FtmpjException(ErrorCode.HOST_LOST, why.what(), why));
    }
  }

  /** Nothing is heard of a host that is watched here: who decides about it looks, too. */
  private void silent(int host) {
    if (host == COORDINATOR) {
      peers.tellCoordinatorSilent();
    } else {
      launcher.tell(new ToLauncher.PeerSilent(host));
    }
  }

  /** Else something here has failed. */
  private static boolean isOfNetwork(ErrorCode code) {
    return code == ErrorCode.HOST_LOST || code == ErrorCode.SESSION_CLOSED;
  }

  private Session sessionWith(int host) {
    return peers.with(host);
  }

  /**
   * Makes the directory, or takes it over, when all that ranks run from is as it should be, and
   * begins to connect with the other hosts.
   *
   * @throws FtmpjException HOST_DIFFERS, LOG_NOT_WRITABLE, NOT_RESUMABLE
   */
  static HostJob prepare(
      JobOrder order,
      HostServices services,
      LauncherLink launcher,
      Instructions instructions,
      Verdict verdict) {
    requireSameFiles(order.program().files());
    JobLayout layout = PartDirectory.of(order, services.secret());
    try {
      List<String> names = order.hosts().stream().map(JobOrder.Peer::name).toList();
      new HostsRecord(order.host(), names, order.placement()).write(layout.hosts());
      if (order.settings().record()) {
        services.recording().accept(order, layout);
      }
      LogMemory.use(services.logMemory(), order.size());
      return new HostJob(order, services, launcher, instructions, verdict, layout);
    } catch (FtmpjException e) {
      if (order.turn().isResumed()) {
        PartDirectory.leave(
            layout, ToHost.Rest.RESUMABLE, e.getMessage(), TakenRecords.read(layout.taken()));
      } else {
        PartDirectory.remove(layout);
      }
      throw e;
    }
  }

  private static void requireSameFiles(List<FileDigest> files) {
    String differences =
        files.stream()
            .map(FileDigest::difference)
            .flatMap(Optional::stream)
            .collect(Collectors.joining("; "));
    if (!differences.isEmpty()) {
      throw new FtmpjException(ErrorCode.HOST_DIFFERS, differences);
    }
  }

  /** What the launcher is told when all is ready. */
  ToLauncher.Ready ready(Optional<HostPort> logger) {
    long input = 0;
    if (order.turn().isResumed() && order.placement().hostOf(0) == order.host()) {
      input = InputRecorder.recorded(layout);
    }
    return new ToLauncher.Ready(layout.directory().toString(), logger, before, input);
  }

  Path directory() {
    return layout.directory();
  }

  /**
   * Runs the ranks until the job's end is known and none of them is left.
   *
   * @param times how another coordinator is looked for when the launcher is lost
   */
  void run(ToHost.Start start, SearchTimes times) throws InterruptedException {
    if (start.goesOn()) {
      AtomicFile.write(layout.agreeingLoggers(), start.loggers() + "\n");
      launcher.goOn(inJob(start.loggers()), times);
    }
    gate = start.loggers().ensembles().isEmpty() ? EdgeGate.OPEN : gate(start.loggers());
    JobRun run = new JobRun(layout, console, verdict);
    HangPolicy hangs =
        new HangPolicy(
            Duration.ofSeconds(order.settings().hangTimeoutS()),
            Duration.ofSeconds(order.settings().rankTimeoutS()));
    if (order.placement().hostOf(0) == order.host() && isLeft(0)) {
      recordInput(order.turn().isResumed());
    }
    CheckpointTeller checkpoints = new CheckpointTeller(layout, control, launcher::tell);
    instructions.onCheckpoint(checkpoints::take);
    channels.start(gate, start.taken());
    copies.ifPresent(all -> all.start(order.placement().ranksOf(order.host()), gate));
    progress =
        ProgressTeller.start(control, order.placement().ranksOf(order.host()), launcher::tell);
    PathTeller paths = PathTeller.start(services.sessions(), launcher::tell);
    RankMoves movedRanks =
        new RankMoves(
            order,
            layout,
            launcher,
            instructions,
            peers,
            channels,
            Optional.ofNullable(stream),
            copies,
            ranks -> startMoved(run, ranks.toArray()),
            verdict::failed);
    run.run(
        hangs,
        () -> {
          start(run);
          movedRanks.start();
        });
    checkpoints.close();
    movedRanks.end();
    if (copies.isPresent() && isStopped()) {
      copies.get().catchUp();
    }
    input.ifPresent(InputRecorder::close);
    progress.close();
    paths.close();
    movedRanks.placement().ranksOf(order.host()).forEach(this::tellCounters);
    ToLauncher.Stopped stopped = new ToLauncher.Stopped(run.stopped(), CrashReports.areIn(layout));
    console.last(() -> launcher.tell(stopped));
  }

  private void start(JobRun run) {
    order
        .placement()
        .ranksOf(order.host())
        .filter(rank -> !isLeft(rank))
        .forEach(
            rank -> {
              // What could not be printed before.
              console.follow(rank, layout.output(rank));
              console.ended(rank);
            });
    IntStream left = order.placement().ranksOf(order.host()).filter(this::isLeft);
    if (order.turn().isResumed()) {
      run.resume(left, ranks());
    } else {
      run.start(left, ranks());
    }
  }

  private boolean isLeft(int rank) {
    return !order.turn().finished().contains(rank);
  }

  private HostInJob inJob(Loggers loggers) {
    return new HostInJob(
        order,
        layout,
        services,
        loggers,
        services.succession().agreement(layout, loggers),
        console);
  }

  private void tellCounters(int rank) {
    AtomicFile.read(layout.counters(rank))
        .ifPresent(report -> launcher.tell(new ToLauncher.Counted(rank, report)));
  }

  private void startMoved(JobRun run, int[] ranks) {
    if (IntStream.of(ranks).anyMatch(rank -> rank == 0)) {
      recordInput(false);
    }
    progress.add(IntStream.of(ranks));
    run.startMoved(IntStream.of(ranks), ranks());
  }

  /**
   * @param isContinued whether some of it is here already
   */
  private void recordInput(boolean isContinued) {
    RemoteInput remote = new RemoteInput(() -> launcher.tell(new ToLauncher.InputWanted()));
    instructions.onInput(remote::add);
    input =
        isContinued
            ? InputRecorder.resume(layout, remote, verdict::failed)
            : Optional.of(InputRecorder.start(layout, remote, verdict::failed));
  }

  private LocalRanks ranks() {
    RankEnvironment environment = new RankEnvironment(layout, order.size(), Optional.empty());
    return new LocalRanks(
        control,
        (rank, incarnation) -> services.commands().of(order, environment, rank, incarnation),
        this::happened);
  }

  private void happened(int rank, RankEvent event) {
    ToLauncher.Happened happened = new ToLauncher.Happened(rank, event);
    if (event instanceof RankEvent.Ended) {
      tellOutside(happened);
    } else {
      launcher.tell(happened);
    }
  }

  private EdgeGate gate(Loggers all) {
    try {
      EventLog log =
          JobLoggers.of(layout, all)
              .log(
                  DeterminantStream.writer(
                      order.identity(), order.placement(), order.host(), order.turn().writer()),
                  "What is to leave this host",
                  new NoticesToLauncher(launcher::tell));
      return gate(log);
    } catch (FtmpjException e) {
      // That ends the job before a rank has started.
      verdict.failed(e);
      return EdgeGate.OPEN;
    }
  }

  private EdgeGate gate(EventLog log) {
    // To open it may take until event loggers are back.
    CompletableFuture<Void> givingUp = verdict.known().thenAccept(end -> log.close());
    try {
      stream =
          DeterminantStream.open(layout, order.placement(), order.host(), log, verdict::failed);
    } catch (IllegalStateException e) {
      if (verdict.isKnown()) {
        return EdgeGate.OPEN;
      }
      throw e;
    }
    givingUp.cancel(false);
    // The event logger may be gone then, and nothing is repeated any more.
    verdict
        .known()
        .thenAcceptAsync(
            end -> {
              if (!(end instanceof JobEnd.Stopped)) {
                shut();
              }
            });
    instructions.onLeave(this::shut);
    return stream;
  }

  private void shut() {
    copies.ifPresent(CheckpointCopies::stop);
    stream.close();
  }

  /** Whether the job is to go on later, so that what it lets out has to stay true. */
  private boolean isStopped() {
    return verdict.isKnown() && verdict.await() instanceof JobEnd.Stopped;
  }

  /** Tells what ranks have let out: all that it depends on is stable first. */
  private void tellOutside(ToLauncher what) {
    try {
      if (!verdict.isKnown() || isStopped()) {
        gate.pass();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FtmpjException(ErrorCode.JOB_STOPPED, "nothing leaves this host any more", e);
    } catch (IllegalStateException e) {
      if (!verdict.isKnown()) {
        throw e;
      }
      if (isStopped()) {
        return; // The next run tells it.
      }
    }
    launcher.tell(what);
  }

  /**
   * Ends the connections with other hosts. No rank is left anywhere.
   *
   * @param copiesStay whether copies of checkpoints are used later
   */
  void disconnect(boolean copiesStay) throws InterruptedException {
    console.close();
    channels.stop();
    copies.ifPresent(CheckpointCopies::stop);
    gate.close();
    moves.end();
    peers.close();
    taken = channels.taken();
    channels.close();
    if (copies.isPresent()) {
      copies.get().close(copiesStay);
    }
  }

  /**
   * Leaves the directory.
   *
   * @param ending how the job ended, in words
   * @return where it is if it stays
   */
  Optional<Path> leave(ToHost.Rest rest, String ending) {
    return PartDirectory.leave(layout, rest, ending, taken);
  }
}
