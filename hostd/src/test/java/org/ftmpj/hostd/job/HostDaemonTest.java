package org.ftmpj.hostd.job;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.config.LogQuota;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobIdentity;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.Placement;
import org.ftmpj.hostd.copies.CopySettings;
import org.ftmpj.logger.agreement.LocalAgreement;
import org.ftmpj.network.SessionEvents;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.job.JobRemoval;
import org.ftmpj.supervisor.rank.RankEvent;
import org.ftmpj.supervisor.rank.RankOutcome;
import org.ftmpj.testing.Rotated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A daemon whose ranks are shell scripts, and a launcher that is this test. */
@Timeout(300)
class HostDaemonTest {
  private static final int HOST = 1;

  @TempDir Path directory;

  private final MemoryHub hub = new MemoryHub();
  private final BlockingQueue<ToLauncher> told = new LinkedBlockingQueue<>();
  private final CompletableFuture<FtmpjException> lost = new CompletableFuture<>();
  private HostLink link;
  private TestDaemon daemon;

  private void startDaemon(String script) {
    startDaemon(script, LogQuota.ofMib(0));
  }

  private void startDaemon(String script, LogQuota quota) {
    link = HostLink.expect(hub.sessionsOf(0), HOST, told::add, new Lost());
    daemon =
        TestDaemon.start(
            hub, HOST, script, new LocalAgreement(), term -> {}, SearchTimes.STANDARD, quota);
    await(ToLauncher.Joined.class);
  }

  @Test
  void shouldNotLookForALauncherThatHasEndedBefore() {
    LauncherLink launcher = new LauncherLink(new Instructions(new Verdict(1)));
    launcher.requireAnswer();
    launcher.open(hub.sessionsOf(HOST), List.of(new InetSocketAddress("localhost", 9)));
    assertThat(launcher.loss()).map(FtmpjException::code).hasValue(ErrorCode.HOST_LOST);
  }

  @Test
  void shouldTakeAnEndThatTheLauncherHasSaidForBeingGivenUp() {
    FtmpjException closed = new FtmpjException(ErrorCode.SESSION_CLOSED, "it is closed");
    assertThat(LauncherLoss.of(closed).code()).isEqualTo(ErrorCode.HOST_GIVEN_UP);
    FtmpjException gone = new FtmpjException(ErrorCode.HOST_LOST, "it is gone");
    assertThat(LauncherLoss.of(gone).code()).isEqualTo(ErrorCode.HOST_LOST);
  }

  private final class Lost implements SessionEvents {
    @Override
    public void lost(FtmpjException why) {
      lost.complete(why);
    }
  }

  private <T extends ToLauncher> T await(Class<T> type) {
    try {
      ToLauncher message = told.poll(120, TimeUnit.SECONDS);
      while (message != null && !type.isInstance(message)) {
        message = told.poll(120, TimeUnit.SECONDS);
      }
      assertThat(message).as(type.getSimpleName()).isNotNull();
      return type.cast(message);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private JobOrder order(FileDigest... files) {
    return order(CopySettings.NONE, files);
  }

  private JobOrder order(CopySettings copies, FileDigest... files) {
    return new JobOrder(
        "test" + Long.toString(System.nanoTime(), Character.MAX_RADIX),
        "test-0123456789abcdef",
        HOST,
        List.of(new JobOrder.Peer("a", List.of())),
        new Placement(List.of(HOST, HOST)),
        new JobOrder.Program(
            "", "Main", List.of(), List.of(), directory, List.of(), List.of(files)),
        new JobOrder.Settings(Durability.PROCESS, 0, Optional.empty(), 0, 0, false, copies));
  }

  private JobLayout prepared() {
    return prepared(order());
  }

  private JobLayout prepared(JobOrder order) {
    link.tell(new ToHost.Order(order));
    return new JobLayout(Path.of(await(ToLauncher.Ready.class).directory()));
  }

  @Test
  void shouldRunItsRanksTellWhatTheyPrintAndLeaveNothing() throws Exception {
    startDaemon("echo hello; " + TestDaemon.END);
    JobLayout layout = prepared();
    assertThat(JobIdentity.of(layout).name()).isEqualTo("test-0123456789abcdef");
    assertThat(Files.readString(layout.secret())).isEqualTo(TestDaemon.SECRET + "\n");
    link.tell(new ToHost.Start(Loggers.NONE, false));
    assertThat(await(ToLauncher.Raw.class).text()).isEqualTo("hello\n".getBytes(UTF_8));
    ToLauncher.Happened ended = await(ToLauncher.Happened.class);
    while (!(ended.event() instanceof RankEvent.Ended)) {
      ended = await(ToLauncher.Happened.class);
    }
    assertThat(((RankEvent.Ended) ended.event()).outcome()).isEqualTo(new RankOutcome.Finished(0));
    link.tell(new ToHost.Stop("exit code 0"));
    await(ToLauncher.Stopped.class);
    link.tell(new ToHost.Leave(false, "exit code 0"));
    assertThat(await(ToLauncher.Left.class).directory()).isEmpty();
    daemon.awaitEnd();
    assertThat(layout.directory()).doesNotExist();
  }

  @Test
  void shouldRestartWhatDiesAndKeepTheDirectoryIfTold() throws Exception {
    startDaemon("test $FT_INCARNATION -gt 1 || kill -9 $$; " + TestDaemon.END);
    JobLayout layout = prepared();
    link.tell(new ToHost.Start(Loggers.NONE, false));
    assertThat(await(ToLauncher.LinesOf.class).state()).isEqualTo(ToLauncher.Lines.DIED);
    assertThat(await(ToLauncher.Notice.class).text()).contains("signal 9", "restarting");
    link.tell(new ToHost.Stop("enough"));
    await(ToLauncher.Stopped.class);
    link.tell(new ToHost.Leave(true, "enough"));
    assertThat(await(ToLauncher.Left.class).directory()).isEqualTo(layout.directory().toString());
    daemon.awaitEnd();
    assertThat(layout.ended()).hasContent("enough");
    JobRemoval.remove(layout);
  }

  @Test
  void shouldStopItsRanksAndRemoveWhatIsTheirsWhenTheLauncherIsLost() {
    startDaemon("exec sleep 1000");
    JobLayout layout = prepared();
    link.tell(new ToHost.Start(Loggers.NONE, false));
    ToLauncher.Happened started = await(ToLauncher.Happened.class);
    long pid = ((RankEvent.Started) started.event()).pid();
    hub.lose(HOST);
    assertThat(daemon.awaitError().code()).isEqualTo(ErrorCode.HOST_LOST);
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
    assertThat(layout.directory()).doesNotExist();
  }

  @Test
  void shouldStopItsRanksAndSayThatTheLauncherHasGivenItUp() {
    startDaemon("exec sleep 1000");
    JobLayout layout = prepared();
    link.tell(new ToHost.Start(Loggers.NONE, false));
    ToLauncher.Happened started = await(ToLauncher.Happened.class);
    long pid = ((RankEvent.Started) started.event()).pid();
    // A connection that is closed at once may be lost with what was said last.
    link.tell(new ToHost.GivenUp());
    assertThat(daemon.awaitError().code()).isEqualTo(ErrorCode.HOST_GIVEN_UP);
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
    assertThat(layout.directory()).doesNotExist();
  }

  /** Its ranks go on until it is told to stop, as those of all hosts. */
  @Test
  @Rotated(kind = "logs of hosts", turns = 7)
  void shouldSayThatLogsHaveComeToTheirQuota() throws Exception {
    startDaemon("exec sleep 1000", LogQuota.ofMib(8));
    JobLayout layout = prepared();
    link.tell(new ToHost.Start(Loggers.NONE, false));
    ToLauncher.Happened started = await(ToLauncher.Happened.class);
    long pid = ((RankEvent.Started) started.event()).pid();
    Files.createDirectories(layout.channel(0, 1));
    Path log = Files.write(layout.channel(0, 1).resolve("log"), new byte[8 << 20]);
    ToLauncher.Failed failed = await(ToLauncher.Failed.class);
    assertThat(failed.code()).isEqualTo(ErrorCode.LOG_QUOTA);
    assertThat(failed.what()).contains("log.max", "8 MiB");
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isPresent();
    link.tell(new ToHost.Stop("its quota", true));
    await(ToLauncher.Stopped.class);
    link.tell(new ToHost.Leave(ToHost.Rest.RESUMABLE, "its quota"));
    assertThat(await(ToLauncher.Left.class).directory()).isEqualTo(layout.directory().toString());
    daemon.awaitEnd();
    Files.delete(log);
    JobRemoval.remove(layout);
  }

  /** What becomes of a host. */
  private enum Fate {
    CUT_OFF,
    GIVEN_UP,
    TOLD_TO_LEAVE
  }

  /** A host that is given up may find that out just when its ranks move. */
  @ParameterizedTest
  @EnumSource(Fate.class)
  void shouldRemoveCopiesOfCheckpointsOnlyWhenTheJobIsOver(Fate fate) {
    Path shared = directory.resolve("shared");
    JobOrder order = order(CopySettings.in(shared));
    order.sharedCopies().orElseThrow().create();
    startDaemon("exec sleep 1000");
    JobLayout layout = prepared(order);
    link.tell(new ToHost.Start(Loggers.NONE, false));
    await(ToLauncher.Happened.class);
    Path copies = shared.resolve("ftmpj-" + order.identity()).resolve("h" + HOST);
    assertThat(copies).isDirectory();
    switch (fate) {
      case CUT_OFF -> hub.lose(HOST);
      case GIVEN_UP -> link.close();
      case TOLD_TO_LEAVE -> {
        link.tell(new ToHost.Stop("enough"));
        await(ToLauncher.Stopped.class);
        link.tell(new ToHost.Leave(false, "enough"));
      }
    }
    if (fate == Fate.TOLD_TO_LEAVE) {
      daemon.awaitEnd();
      assertThat(copies).doesNotExist();
    } else {
      daemon.awaitError();
      assertThat(copies).isDirectory();
    }
    assertThat(layout.directory()).doesNotExist();
  }

  @Test
  void shouldSayWhichFilesDifferAndStartNothing() throws Exception {
    startDaemon("echo started");
    Path jar = directory.resolve("a.jar");
    link.tell(
        new ToHost.Order(order(new FileDigest(jar, 1), FileDigest.of(directory.resolve("b")))));
    ToLauncher.Failed failed = await(ToLauncher.Failed.class);
    assertThat(failed.code()).isEqualTo(ErrorCode.HOST_DIFFERS);
    assertThat(failed.what()).isEqualTo(jar + " is not there");
    await(ToLauncher.Stopped.class);
    link.tell(new ToHost.Leave(false, failed.what()));
    await(ToLauncher.Left.class);
    daemon.awaitEnd();
  }

  @Test
  void shouldLeaveWhenTheJobIsOverBeforeItBegins() throws Exception {
    startDaemon("echo started");
    JobLayout layout = prepared();
    link.tell(new ToHost.Stop("another host cannot go on"));
    await(ToLauncher.Stopped.class);
    link.tell(new ToHost.Leave(false, "another host cannot go on"));
    await(ToLauncher.Left.class);
    daemon.awaitEnd();
    assertThat(layout.directory()).doesNotExist();
  }
}
