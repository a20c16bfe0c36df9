package org.ftmpj.hostd.job;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.config.LogQuota;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.secret.Seal;
import org.ftmpj.hostd.copies.CheckpointCopies;
import org.ftmpj.hostd.copies.CopySettings;
import org.ftmpj.hostd.copies.CopyingHost;
import org.ftmpj.hostd.disk.LoggedMessages;
import org.ftmpj.hostd.disk.QuotaWatch;
import org.ftmpj.hostd.disk.ThrottledRanks;
import org.ftmpj.hostd.logs.ChannelLogs;
import org.ftmpj.hostd.logs.EndpointExchange;
import org.ftmpj.hostd.logs.ReceivedRecords;
import org.ftmpj.network.Session;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.input.InputRecorder;
import org.ftmpj.supervisor.job.CrashReports;
import org.ftmpj.supervisor.job.JobRun;
import org.ftmpj.supervisor.job.RankEnvironment;
import org.ftmpj.supervisor.rank.HangPolicy;
import org.ftmpj.supervisor.rank.RankEvent;
import org.ftmpj.supervisor.rank.RankOutcome;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.supervisor.record.HostsRecord;
import org.ftmpj.transport.control.ControlBlock;
import org.ftmpj.transport.direct.RankAddresses;

/**
 * The part of a job that is on this host: its directory, and the ranks that are placed here. One
 * thread.
 */
final class HostJob {
  /** The number of the launcher among hosts. */
  private static final int COORDINATOR = 0;

  private final JobOrder order;
  private final HostServices services;
  private final LauncherLink launcher;
  private final Instructions instructions;
  private final Verdict verdict;
  private final JobLayout layout;
  private final ControlBlock control;

  /** The records of other hosts' channel logs that this host had before. */
  private final List<ReceivedRecords> before;

  private final ChannelLogs channels;
  private final MoveBroadcast moves;

  /** Present if ranks of different hosts are connected with each other. */
  private final Optional<EndpointExchange> endpoints;

  private final PeerSessions peers;
  private final Optional<CheckpointCopies> copies;

  private final HostEdge edge;
  private final ForwardedConsole console;

  private Optional<InputRecorder> input = Optional.empty();
  private List<ReceivedRecords> taken = List.of(); // known when it has disconnected
  private ProgressReporter progress; // null before the ranks start

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
        order.hasPart()
            ? ControlBlock.open(layout.control())
            : ControlBlock.create(layout.control(), order.size());
    this.copies = enter(order.settings().copies());
    this.edge = new HostEdge(order, layout, launcher, verdict, copies);
    this.console = new ForwardedConsole(edge::tell);
    if (order.survivesHosts()) {
      // The remains of pruned logs are sent again, and compared.
      this.before =
          order.hasPart() && !Files.exists(layout.retention())
              ? ReceivedRecords.read(layout.taken())
              : List.of();
      this.channels = movableChannels();
    } else if (RankAddresses.find(layout).isPresent()) {
      this.before = List.of();
      this.channels = ChannelLogs.ofConnectedRanks(layout, order.placement(), order.host());
    } else {
      this.channels =
          ChannelLogs.open(
              layout, order.placement(), order.host(), this::sessionWith, verdict::failed);
      // The content of the mirrors, even if the previous daemon was killed.
      this.before = order.hasPart() ? channels.taken() : List.of();
    }
    this.moves =
        MoveBroadcast.start(order.host(), this::sessionWith, launcher::begin, verdict::failed);
    instructions.onMoveToAll(moves::come);
    this.endpoints = RankAddresses.find(layout).map(addresses -> endpoints());
    this.peers =
        PeerSessions.open(
            order,
            services.sessions(),
            channels,
            copies,
            moves,
            endpoints,
            this::lost,
            launcher::ask);
    services.sessions().watchOnRing(order.hosts().size(), this::silent);
  }

  private Optional<CheckpointCopies> enter(CopySettings settings) {
    return settings.areMade()
        ? Optional.of(CheckpointCopies.enter(settings, copyingHost(), control))
        : Optional.empty();
  }

  private EndpointExchange endpoints() {
    return EndpointExchange.open(
        control,
        order.placement(),
        order.host(),
        order.turn().finished(),
        changed -> peers.tellAll(new ToHost.Endpoints(changed)),
        verdict::failed);
  }

  private CopyingHost copyingHost() {
    return new CopyingHost(
        layout,
        order.identity(),
        order.host(),
        order.hosts().stream().map(JobOrder.Peer::name).toList(),
        order.turn().lost(),
        order.turn().isResumed(),
        this::sessionWith,
        text -> launcher.tell(new ToLauncher.Notice(text)));
  }

  private ChannelLogs movableChannels() {
    return ChannelLogs.openMovable(
        layout,
        order.placement(),
        order.hostsLeft(),
        order.host(),
        before,
        this::sessionWith,
        verdict::failed);
  }

  /** The session with a host has ended: the launcher decides whether the host is lost. */
  private void lost(int host, FtmpjException why) {
    copies.ifPresent(all -> all.unreachable(host));
    if (!isOfNetwork(why.code())) {
      verdict.failed(why);
    } else if (order.survivesHosts()) {
      launcher.tell(new ToLauncher.PeerLost(host, why.what()));
    } else {
      verdict.failed(new FtmpjException(ErrorCode.HOST_LOST, why.what(), why));
    }
  }

  /** A host that this one watches is silent: the process that decides about it asks it, too. */
  private void silent(int host) {
    if (host == COORDINATOR) {
      peers.tellCoordinatorSilent();
    } else {
      launcher.tell(new ToLauncher.PeerSilent(host));
    }
  }

  /** Otherwise something on this host has failed. */
  private static boolean isOfNetwork(ErrorCode code) {
    return code == ErrorCode.HOST_LOST || code == ErrorCode.SESSION_CLOSED;
  }

  private Session sessionWith(int host) {
    return peers.with(host);
  }

  /**
   * Checks the files that ranks run from, creates the directory or takes it over, and begins to
   * connect with the other hosts.
   *
   * @throws FtmpjException HOST_DIFFERS, LOG_NOT_WRITABLE, NOT_RESUMABLE, LOG_QUOTA
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
      Set<Integer> lost = Set.copyOf(order.turn().lost());
      new HostsRecord(order.host(), names, order.placement(), lost).write(layout.hosts());
      if (order.settings().record()) {
        services.recording().accept(order, layout);
      }
      enterAddresses(order, services.direct(), layout);
      QuotaWatch.requireRoom(services.limits().quota(), layout);
      services.limits().use(order.size());
      return new HostJob(order, services, launcher, instructions, verdict, layout);
    } catch (FtmpjException e) {
      if (order.hasPart()) {
        PartDirectory.leave(
            layout, ToHost.Rest.RESUMABLE, e.getMessage(), ReceivedRecords.read(layout.taken()));
      } else {
        PartDirectory.remove(layout);
      }
      throw e;
    }
  }

  /** How messages go between hosts remains as it was: their payloads are in different logs. */
  static void enterAddresses(JobOrder order, Optional<Seal> direct, JobLayout layout) {
    Optional<RankAddresses> addresses = direct.flatMap(order::rankAddresses);
    if (order.hasPart() && RankAddresses.find(layout).isPresent() != addresses.isPresent()) {
      throw new FtmpjException(
          ErrorCode.NOT_RESUMABLE,
          addresses.isPresent()
              ? "does not connect ranks of different hosts in this job; resume it with"
                  + " network.direct=false"
              : "connects ranks of different hosts in this job; resume it with network.direct=true,"
                  + " and one address for each host");
    }
    addresses.ifPresent(all -> all.write(layout));
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

  /** Returns the message that this host is ready to start its ranks. */
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
   * @param times the times of the search for another coordinator when the launcher is lost
   */
  void run(ToHost.Start start, SearchTimes times) throws InterruptedException {
    PartDirectory.begin(order, layout);
    if (start.goesOn()) {
      AtomicFile.write(layout.agreeingLoggers(), start.loggers() + "\n");
      launcher.goOn(inJob(start.loggers()), times);
    }
    if (!start.loggers().ensembles().isEmpty()) {
      edge.open(start.loggers());
      instructions.onLeave(edge::shut);
    }
    JobRun run = new JobRun(layout, console, verdict);
    HangPolicy hangs =
        new HangPolicy(
            Duration.ofSeconds(order.settings().hangTimeoutS()),
            Duration.ofSeconds(order.settings().rankTimeoutS()));
    if (order.placement().hostOf(0) == order.host() && !order.turn().finished().contains(0)) {
      recordInput(order.turn().isResumed());
    }
    CheckpointReporter checkpoints = new CheckpointReporter(layout, control, launcher::tell);
    instructions.onCheckpoint(checkpoints::take);
    copies.ifPresent(all -> all.restoreUnstarted(order.placement().ranksOf(order.host())));
    channels.start(edge.gate(), start.taken());
    endpoints.ifPresent(EndpointExchange::start);
    copies.ifPresent(all -> all.start(order.placement().ranksOf(order.host()), edge.gate()));
    progress =
        ProgressReporter.start(control, order.placement().ranksOf(order.host()), launcher::tell);
    PathReporter paths = PathReporter.start(services.sessions(), launcher::tell);
    RankMoves movedRanks =
        new RankMoves(
            order,
            layout,
            launcher,
            instructions,
            peers,
            channels,
            edge.stream(),
            copies,
            ranks -> startMoved(run, ranks.toArray()),
            verdict::failed);
    QuotaWatch quota = quota(movedRanks);
    run.run(
        hangs,
        () -> {
          start(run);
          movedRanks.start();
          quota.start();
        });
    checkpoints.close();
    movedRanks.end();
    if (copies.isPresent() && edge.isJobStopped()) {
      copies.get().catchUp();
    }
    input.ifPresent(InputRecorder::close);
    progress.close();
    paths.close();
    movedRanks.placement().ranksOf(order.host()).forEach(this::tellCounters);
    ToLauncher.Stopped stopped = new ToLauncher.Stopped(run.stopped(), CrashReports.areIn(layout));
    console.last(() -> launcher.tell(stopped));
  }

  /** At the quota the job is to be stopped on all hosts alike, so the launcher ends it. */
  private QuotaWatch quota(RankMoves movedRanks) {
    LogQuota quota = services.limits().quota();
    Consumer<String> notice = text -> launcher.tell(new ToLauncher.Notice(text));
    LocalRequests here = new LocalRequests(quota, layout, control, notice);
    boolean arePruned = copies.isPresent() || !order.survivesHosts();
    HostRequests asks = new HostRequests(order.host(), movedRanks::placement, here, peers::tell);
    peers.onQuota(asks::take);
    return new QuotaWatch(
        quota,
        layout,
        new LoggedMessages(layout, control, order.size()),
        asks,
        Optional.of(new ThrottledRanks(quota, control, notice)).filter(held -> arePruned),
        verdict,
        why -> launcher.tell(new ToLauncher.Failed(why.code(), why.what())));
  }

  private void start(JobRun run) {
    IntStream here = order.placement().ranksOf(order.host());
    if (order.turn().isResumed()) {
      run.resume(here, order.turn().finished(), ranks());
    } else {
      run.start(here, ranks());
    }
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
   * @param isContinued whether this host recorded a part of the input in an earlier run
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
    if (event instanceof RankEvent.Ended ended) {
      if (ended.outcome() instanceof RankOutcome.Finished) {
        endpoints.ifPresent(all -> all.finished(rank));
      }
      edge.tell(happened);
    } else {
      launcher.tell(happened);
    }
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
    edge.close();
    if (endpoints.isPresent()) {
      endpoints.get().end();
    }
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
   * @return the directory if it stays
   */
  Optional<Path> leave(ToHost.Rest rest, String ending) {
    return PartDirectory.leave(layout, rest, ending, taken);
  }
}
