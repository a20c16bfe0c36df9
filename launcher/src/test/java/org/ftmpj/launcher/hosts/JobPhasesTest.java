package org.ftmpj.launcher.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.config.HostPort;
import org.ftmpj.common.config.LogQuota;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.LoggerPlace;
import org.ftmpj.common.job.Placement;
import org.ftmpj.hostd.copies.CopySettings;
import org.ftmpj.hostd.job.CoordinatorNote;
import org.ftmpj.hostd.job.JobOrder;
import org.ftmpj.hostd.job.Sessions;
import org.ftmpj.hostd.job.ToHost;
import org.ftmpj.hostd.job.ToLauncher;
import org.ftmpj.launcher.install.Installation;
import org.ftmpj.launcher.job.EventLoggers;
import org.ftmpj.launcher.job.JobFigures;
import org.ftmpj.launcher.job.JobHome;
import org.ftmpj.launcher.job.JobOptions;
import org.ftmpj.launcher.program.JavaProgram;
import org.ftmpj.launcher.program.RunRequest;
import org.ftmpj.logger.agreement.LocalAgreement;
import org.ftmpj.logger.client.JobLoggers;
import org.ftmpj.network.NetworkOptions;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.ending.JobEnd;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.job.JobDirectory;
import org.ftmpj.supervisor.record.ExitRecord;
import org.ftmpj.supervisor.record.JobRecord;
import org.ftmpj.supervisor.record.ProcessIdentity;
import org.ftmpj.supervisor.record.StoppedRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each phase of a job on two hosts alone, with daemons that are played. */
@Timeout(300)
class JobPhasesTest {
  private static final int RANKS = 2;
  private static final int MIB = 8;
  private static final NetworkOptions NETWORK = NetworkOptions.defaults();
  private static final HostPort LOGGER = new HostPort("127.0.0.1", 1);
  private static final ToLauncher.Stopped STOPPED = new ToLauncher.Stopped(1, false);

  @TempDir Path directory;

  private final Verdict verdict = new Verdict(RANKS);
  private final Console console =
      new Console(OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), false);
  private final LostHosts lost = new LostHosts(new Placement(List.of(1, 2)));
  private final List<PlayedDaemon> daemons = new ArrayList<>();
  private final List<AutoCloseable> open = new ArrayList<>();
  private JobLayout layout;
  private CoordinatorDuties duties;
  private Coordination coordination;
  private StartingHosts hosts;
  private boolean resumable;
  private boolean kept;

  @AfterEach
  void close() throws Exception {
    daemons.forEach(PlayedDaemon::close);
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
  }

  private void make() throws Exception {
    JobRecord record =
        new JobRecord(
            ProcessIdentity.current(), Instant.now(), RANKS, Durability.PROCESS, "my.Main");
    layout = JobDirectory.create(record, directory.resolve("job"), Optional.empty());
    duties =
        new CoordinatorDuties(
            layout,
            console,
            verdict,
            new JobFigures(),
            (rank, event) -> {},
            List.of("a", "b"),
            new RemoteRanks.Beginning(lost));
    open.add(console);
    open.add(duties);
  }

  private Coordination coordination(HostGroup group) {
    return new Coordination(
        duties, group, verdict, verdict::await, end -> resumable, (end, crashed) -> kept);
  }

  private HostsRun run(JobOptions options) throws Exception {
    return run(options, false);
  }

  private HostsRun run(JobOptions options, boolean resumed) throws Exception {
    make();
    HostsOptions where =
        new HostsOptions(
            new HostList.Division(List.of("a", "b"), List.of(0, 0), lost.placement()),
            HostsOptions.Via.WAIT,
            List.of(),
            Path.of("ftmpj"),
            List.of("127.0.0.1"),
            Duration.ofSeconds(2),
            NETWORK,
            List.of(),
            CopySettings.NONE,
            true);
    Path jar = directory.resolve("agent/target/ftagent.jar");
    Files.createDirectories(jar.getParent());
    Files.createFile(jar);
    JobHome home = new JobHome(options, new Installation(directory, directory));
    JavaProgram program = new JavaProgram(directory.toString(), "my.Main", List.of());
    HostsSource source =
        new BeginningHosts(new RunRequest(RANKS, program, List.of()), options, where, home, false);
    source = resumed ? resumed(source) : source;
    hosts =
        StartingHosts.open(
            where, Set.of(), layout, Optional.empty(), duties.ranks(), verdict, console::notice);
    open.add(hosts);
    coordination = coordination(hosts.group());
    EventLoggers loggers = home.loggers(layout, 0, resumed, console, verdict);
    return new HostsRun(source, options, layout, lost, loggers, hosts, console, coordination);
  }

  /** The same, but that it was stopped before. */
  private static HostsSource resumed(HostsSource source) {
    StoppedRecord before =
        new StoppedRecord(
            ProcessIdentity.current(), Instant.now(), "", true, false, Map.of(), List.of());
    return (HostsSource)
        Proxy.newProxyInstance(
            HostsSource.class.getClassLoader(),
            new Class<?>[] {HostsSource.class},
            (proxy, method, arguments) ->
                method.getName().equals("stopped")
                    ? Optional.of(before)
                    : method.invoke(source, arguments));
  }

  private static JobOptions options(Durability level, LogQuota quota, Optional<HostPort> logger) {
    JobOptions plain = JobOptions.plain(level);
    return new JobOptions(
        level,
        logger,
        plain.loggers(),
        plain.ownLoggers(),
        plain.secretFile(),
        plain.config(),
        plain.directory(),
        plain.logReserveMib(),
        plain.logSegmentMib(),
        plain.hangs(),
        false,
        false,
        quota.isSet(),
        Optional.empty(),
        quota,
        false);
  }

  private static JobOptions plain() {
    return JobOptions.plain(Durability.PROCESS);
  }

  /** A daemon that joins, and does what it is told. */
  private PlayedDaemon daemon(int number) throws Exception {
    return daemon(number, new ToLauncher.Ready("/parts/" + number, Optional.empty()));
  }

  private PlayedDaemon daemon(int number, ToLauncher toOrder) throws Exception {
    PlayedDaemon daemon = played(number, message -> answers(message, toOrder));
    daemon.join(hosts.group().addresses(), new ToLauncher.Joined("17", List.of(address(number))));
    return daemon;
  }

  private PlayedDaemon played(int number, Function<ToHost, List<ToLauncher>> answers)
      throws Exception {
    String secret = Files.readString(layout.secret()).strip();
    PlayedDaemon daemon = new PlayedDaemon(number, secret, NETWORK, answers);
    daemons.add(daemon);
    return daemon;
  }

  private static List<ToLauncher> answers(ToHost message, ToLauncher toOrder) {
    if (message instanceof ToHost.Order) {
      return List.of(toOrder);
    }
    if (message instanceof ToHost.Stop) {
      return List.of(STOPPED);
    }
    return message instanceof ToHost.Leave ? List.of(new ToLauncher.Left("")) : List.of();
  }

  private static InetSocketAddress address(int number) {
    return new InetSocketAddress("127.0.0.1", number);
  }

  private <T extends ToHost> List<T> told(int daemon, Class<T> kind) {
    await().until(() -> daemons.get(daemon).told().stream().anyMatch(kind::isInstance));
    return daemons.get(daemon).told().stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** So far that all hosts have joined. */
  private void collect(HostsRun run) throws Exception {
    daemon(1);
    daemon(2);
    assertThat(new JobPhase.Collecting(run, Optional.empty()).pass().phase())
        .isInstanceOf(IssuingOrders.class);
  }

  private static FtmpjException failure(JobPhase phase) {
    JobEnd known = ((JobPhase.Ending) phase).known();
    return ((JobEnd.Failed) known).reason();
  }

  @Test
  void shouldCollectHostsWhenTheEventLoggersHaveBegun() throws Exception {
    assertThat(new JobPhase.Founding(run(plain())).pass().phase())
        .isInstanceOf(JobPhase.Collecting.class);
  }

  @Test
  void shouldEndAJobWhoseLogsHaveNoRoomLeft() throws Exception {
    HostsRun run = run(options(Durability.PROCESS, LogQuota.ofMib(MIB), Optional.empty()));
    Path store = Files.createDirectories(LoggerPlace.ofOnly(layout).store());
    Files.write(store.resolve("log"), new byte[MIB << 20]);
    JobPhase next = coordination.transition(new JobPhase.Founding(run));
    assertThat(failure(next).code()).isEqualTo(ErrorCode.LOG_QUOTA);
    assertThat(verdict.isKnown()).isTrue();
  }

  @Test
  void shouldOrderWhenAllHostsHaveJoined() throws Exception {
    HostsRun run = run(plain());
    daemon(1);
    daemon(2);
    JobPhase next = new JobPhase.Collecting(run, Optional.empty()).pass().phase();
    assertThat(((IssuingOrders) next).missing()).isEmpty();
    assertThat(hosts.peers())
        .containsExactly(
            new JobOrder.Peer("a", List.of(address(1))),
            new JobOrder.Peer("b", List.of(address(2))));
  }

  @Test
  void shouldNameHostsThatHaveNotJoined() throws Exception {
    HostsRun run = run(plain());
    daemon(1);
    assertThatThrownBy(new JobPhase.Collecting(run, Optional.empty())::pass)
        .isInstanceOf(FtmpjException.class)
        .hasMessageContaining("after 2 s, waiting for 1 of 2 hosts: b");
  }

  @Test
  void shouldGoOnWithoutHostsThatDoNotComeToAJobThatIsResumed() throws Exception {
    HostsRun run = run(JobOptions.plain(Durability.HOST), true);
    daemon(1);
    JobPhase next = new JobPhase.Collecting(run, Optional.empty()).pass().phase();
    Map<RemoteHost, FtmpjException> missing = ((IssuingOrders) next).missing();
    assertThat(missing.keySet()).extracting(RemoteHost::name).containsExactly("b");
    assertThat(missing.values()).extracting(FtmpjException::code).containsOnly(ErrorCode.HOST_LOST);
  }

  @Test
  void shouldTellEachHostItsOrder() throws Exception {
    HostsRun run = run(plain());
    collect(run);
    JobPhase next = new IssuingOrders(run, Optional.empty(), Map.of()).pass().phase();
    for (int host = 1; host <= 2; host++) {
      assertThat(told(host - 1, ToHost.Order.class))
          .extracting(ToHost.Order::order)
          .containsExactly(((StartingRanks) next).orders().of(host));
    }
    assertThat(((StartingRanks) next).missing()).isEmpty();
    assertThat(((StartingRanks) next).loggers()).isEqualTo(Loggers.NONE);
  }

  @Test
  void shouldSayWhatHostsRefuse() throws Exception {
    HostsRun run = run(plain());
    daemon(1);
    daemon(2, new ToLauncher.Failed(ErrorCode.HOST_DIFFERS, "x.jar is another one"));
    new JobPhase.Collecting(run, Optional.empty()).pass();
    assertThatThrownBy(new IssuingOrders(run, Optional.empty(), Map.of())::pass)
        .isInstanceOfSatisfying(
            FtmpjException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.HOST_DIFFERS);
              assertThat(e.what()).isEqualTo("host b: x.jar is another one");
            });
  }

  @Test
  void shouldTakeAHostThatHasNothingOfTheJobForALostOne() throws Exception {
    HostsRun run = run(options(Durability.HOST, LogQuota.ofMib(0), Optional.of(LOGGER)), true);
    daemon(1);
    daemon(2, new ToLauncher.Failed(ErrorCode.NOT_RESUMABLE, "it has no part of the job"));
    new JobPhase.Collecting(run, Optional.empty()).pass();
    JobPhase next = new IssuingOrders(run, Optional.empty(), Map.of()).pass().phase();
    assertThat(((StartingRanks) next).missing().keySet())
        .extracting(RemoteHost::name)
        .containsExactly("b");
    assertThat(((StartingRanks) next).loggers()).isEqualTo(Loggers.of(List.of(LOGGER)));
  }

  @Test
  void shouldTellHostsToStartTheirRanks() throws Exception {
    HostsRun run = run(plain());
    collect(run);
    StartingRanks starting =
        (StartingRanks) new IssuingOrders(run, Optional.empty(), Map.of()).pass().phase();
    assertThat(starting.pass().phase()).isEqualTo(new JobPhase.Running(coordination));
    for (int daemon = 0; daemon < 2; daemon++) {
      assertThat(told(daemon, ToHost.Start.class))
          .containsExactly(new ToHost.Start(Loggers.NONE, false));
    }
    assertThat(layout.launch()).doesNotExist();
  }

  @Test
  void shouldWriteHowAJobThatCanBeStoppedWasStarted() throws Exception {
    HostsRun run = run(options(Durability.PROCESS, LogQuota.ofMib(4096), Optional.empty()));
    collect(run);
    new IssuingOrders(run, Optional.empty(), Map.of()).pass().phase().pass();
    assertThat(Launch.read(layout.launch()).orElseThrow().order().placement())
        .isEqualTo(lost.placement());
  }

  @Test
  void shouldNotForgetRanksThatHadEndedBefore() throws Exception {
    HostsRun run = run(plain(), true);
    collect(run);
    JobPhase starting = new IssuingOrders(run, Optional.empty(), Map.of()).pass().phase();
    for (int rank = 0; rank < RANKS; rank++) {
      new ExitRecord.Program(1, OptionalInt.of(0)).write(layout.exitRecord(rank));
    }
    JobPhase next = coordination.transition(starting);
    assertThat(next).isEqualTo(new JobPhase.Ending(coordination, new JobEnd.Over(0)));
  }

  @Test
  void shouldEndWhateverComesNextAsSoonAsTheEndIsKnown() throws Exception {
    HostsRun run = run(plain());
    verdict.signalled("SIGTERM");
    JobPhase next = coordination.transition(new JobPhase.Founding(run));
    assertThat(next).isEqualTo(new JobPhase.Ending(coordination, new JobEnd.Signalled("SIGTERM")));
  }

  @Test
  void shouldRunUntilTheRanksHaveEnded() throws Exception {
    run(plain());
    verdict.ended(0);
    verdict.ended(0);
    assertThat(new JobPhase.Running(coordination).pass().phase())
        .isEqualTo(new JobPhase.Ending(coordination, new JobEnd.Over(0)));
  }

  @Test
  void shouldEndTheJobOnAllHosts() throws Exception {
    assertEnds(ToHost.Rest.REMOVED, new JobEnd.Over(0));
  }

  @Test
  void shouldHaveHostsKeepWhatIsToBeKept() throws Exception {
    kept = true;
    assertEnds(ToHost.Rest.RETAINED, new JobEnd.Over(3));
  }

  @Test
  void shouldHaveHostsKeepWhatIsToBeResumed() throws Exception {
    resumable = true;
    assertEnds(ToHost.Rest.RESUMABLE, new JobEnd.Stopped("its time is over"));
  }

  private void assertEnds(ToHost.Rest rest, JobEnd end) throws Exception {
    collect(run(plain()));
    assertThat(coordination.run(new JobPhase.Ending(coordination, end))).isEqualTo(end);
    for (int daemon = 0; daemon < 2; daemon++) {
      assertThat(told(daemon, ToHost.Stop.class))
          .containsExactly(new ToHost.Stop(end.toString(), resumable));
      assertThat(told(daemon, ToHost.Leave.class))
          .containsExactly(new ToHost.Leave(rest, end.toString()));
    }
  }

  @Test
  void shouldLeaveAJobAloneThatAnotherCoordinatorHas() throws Exception {
    collect(run(plain()));
    JobEnd replaced =
        new JobEnd.Failed(new FtmpjException(ErrorCode.COORDINATOR_REPLACED, "by another"));
    assertThat(coordination.run(new JobPhase.Ending(coordination, replaced))).isEqualTo(replaced);
    assertThat(daemons).allMatch(daemon -> daemon.told().isEmpty());
  }

  /** A coordinator that has taken over, and the hosts that it expects. */
  private Rejoining rejoining(LocalAgreement agreement, Optional<JobEnd> ending) throws Exception {
    make();
    String secret = Files.readString(layout.secret()).strip();
    Sessions sessions =
        HostNetwork.open(0, secret, List.of(new InetSocketAddress("127.0.0.1", 0)), NETWORK);
    agreement.claim(0, Map.of());
    Loggers loggers = Loggers.of(List.of(LOGGER));
    JobLoggers client = JobLoggers.of(layout, loggers);
    SuccessorJob.Seat seat =
        new SuccessorJob.Seat("host a", 1, agreement, client, secret, sessions, Duration.ZERO);
    AgreedNotebook notes = duties.noteOn(agreement, 1);
    List<RemoteHost> expected =
        List.of(RemoteHost.known(1, "a", duties.ranks()), RemoteHost.known(2, "b", duties.ranks()));
    HostGroup group = new HostGroup(sessions, expected, console::notice);
    open.add(group);
    HostLosses.Standing standing = new HostLosses.Standing(lost, Optional.empty());
    HostReplacement replacement = new HostReplacement(List.of(0, 0));
    HostLosses losses = duties.survive(group, replacement, standing, client, Notebook.WRITER);
    JobNotes known = new JobNotes(order(), loggers, null, standing, Map.of(), Map.of(), ending);
    coordination = coordination(group);
    return new Rejoining(seat, known, expected, losses, notes, console, coordination);
  }

  private JobOrder order() {
    return new JobOrder(
        "job",
        JobIdentity.of(layout).name(),
        1,
        List.of(),
        lost.placement(),
        new JobOrder.Program(".", "my.Main", List.of(), List.of(), directory, List.of(), List.of()),
        new JobOrder.Settings(
            Durability.QUORUM, 0, Optional.empty(), 0, 0, false, CopySettings.NONE, false));
  }

  private void rejoin(Rejoining phase) throws Exception {
    for (int number = 1; number <= 2; number++) {
      played(number, message -> List.of())
          .join(
              phase.seat().sessions().addresses(),
              new ToLauncher.Rejoined("/parts", 0, Optional.empty(), List.of()));
    }
  }

  @Test
  void shouldGoOnWithTheHostsThatAreLeft() throws Exception {
    LocalAgreement agreement = new LocalAgreement();
    Rejoining phase = rejoining(agreement, Optional.empty());
    rejoin(phase);
    assertThat(phase.pass().phase()).isEqualTo(new JobPhase.Running(coordination));
    assertThat(agreement.read().note(CoordinatorNote.NAME)).isPresent();
    assertThat(phase.hosts()).allMatch(RemoteHost::hasJoined);
  }

  @Test
  void shouldEndAJobThatTheCoordinatorBeforeWasEnding() throws Exception {
    JobEnd end = new JobEnd.Over(3);
    Rejoining phase = rejoining(new LocalAgreement(), Optional.of(end));
    rejoin(phase);
    verdict.signalled("SIGTERM");
    assertThat(coordination.transition(phase)).isEqualTo(new JobPhase.Ending(coordination, end));
  }

  /** Another process may take it over. */
  @Test
  void shouldNotEndAJobThatItCannotTakeOver() throws Exception {
    LocalAgreement agreement = new LocalAgreement();
    Rejoining phase = rejoining(agreement, Optional.empty());
    agreement.claim(1, Map.of());
    assertThatThrownBy(() -> coordination.transition(phase))
        .isInstanceOfSatisfying(
            FtmpjException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.COORDINATOR_REPLACED));
  }
}
