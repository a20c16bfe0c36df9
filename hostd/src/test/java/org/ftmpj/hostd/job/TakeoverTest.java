package org.ftmpj.hostd.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.config.Loggers;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.Placement;
import org.ftmpj.hostd.copies.CopySettings;
import org.ftmpj.logger.agreement.LocalAgreement;
import org.ftmpj.supervisor.rank.RankEvent;
import org.ftmpj.supervisor.rank.RankOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A host with one rank that loses the launcher, and what it does then. */
@Timeout(300)
class TakeoverTest {
  private static final int HOST = 1;
  private static final Duration FOR_EVER = Duration.ofMinutes(1);

  @TempDir Path directory;

  private final MemoryHub hub = new MemoryHub();
  private final LocalAgreement agreement = new LocalAgreement();
  private final BlockingQueue<Long> claimed = new LinkedBlockingQueue<>();
  private final TestCoordinator launcher = new TestCoordinator(hub, 0, 1, agreement);
  private TestDaemon daemon;
  private JobLayout layout;

  private void start(String script, Duration longest) {
    start(script, TestDaemon.quickly(longest));
  }

  private void start(String script, SearchTimes times) {
    launcher.expect(List.of(HOST));
    daemon = TestDaemon.start(hub, HOST, script, agreement, claimed::add, times);
    launcher.await(HOST, ToLauncher.Joined.class);
    launcher.tell(HOST, new ToHost.Order(order()));
    String made = launcher.await(HOST, ToLauncher.Ready.class).directory();
    layout = new JobLayout(Path.of(made));
    launcher.tell(HOST, new ToHost.Start(Loggers.NONE, true));
  }

  private JobOrder order() {
    return new JobOrder(
        "takeover" + directory.getFileName(),
        "takeover-0123456789abcdef",
        HOST,
        List.of(new JobOrder.Peer("a", List.of())),
        new Placement(List.of(HOST)),
        new JobOrder.Program("", "Main", List.of(), List.of(), directory, List.of(), List.of()),
        new JobOrder.Settings(
            Durability.QUORUM, 0, Optional.empty(), 0, 0, false, CopySettings.NONE));
  }

  private RankEvent.Started awaitStart() {
    ToLauncher.Happened happened = launcher.await(HOST, ToLauncher.Happened.class);
    return (RankEvent.Started) happened.event();
  }

  /** The coordinator that the daemon has asked for. */
  private TestCoordinator successor() {
    try {
      TestCoordinator next = null;
      do {
        Long term = claimed.poll(120, TimeUnit.SECONDS);
        assertThat(term).as("nothing was claimed").isNotNull();
        next = new TestCoordinator(hub, 100 + term.intValue(), term, agreement);
        next.expect(List.of(HOST));
      } while (!next.listen());
      return next;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void end(TestCoordinator by) {
    by.tell(HOST, new ToHost.Stop("enough"));
    by.await(HOST, ToLauncher.Stopped.class);
    by.tell(HOST, new ToHost.Leave(false, "enough"));
    by.await(HOST, ToLauncher.Left.class);
    daemon.awaitEnd();
    assertThat(layout.directory()).doesNotExist();
  }

  private void requireEnd(ErrorCode code, long pid) {
    FtmpjException error = daemon.awaitError();
    assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
    assertThat(layout.directory()).doesNotExist();
  }

  @Test
  void shouldEndWithALauncherThatHasNotClaimedTheJobYet() {
    start("exec sleep 1000", FOR_EVER);
    long pid = awaitStart().pid();
    launcher.vanish();
    requireEnd(ErrorCode.HOST_LOST, pid);
    assertThat(claimed).isEmpty();
  }

  @Test
  void shouldStopItsRanksWhenItFindsItselfGivenUp() {
    start("exec sleep 1000", FOR_EVER);
    long pid = awaitStart().pid();
    launcher.claim();
    launcher.note(LostNote.NAME, LostNote.CODEC.encode(new LostNote(List.of(HOST))));
    launcher.turnAway(HOST);
    requireEnd(ErrorCode.HOST_GIVEN_UP, pid);
    assertThat(claimed).isEmpty();
  }

  @Test
  void shouldStopItsRanksWhenTheJobHasEndedMeanwhile() {
    start("exec sleep 1000", FOR_EVER);
    long pid = awaitStart().pid();
    launcher.claim();
    launcher.end();
    launcher.vanish();
    requireEnd(ErrorCode.HOST_GIVEN_UP, pid);
  }

  @Test
  void shouldStopItsRanksWhenNobodyAnswersForTooLong() {
    start("exec sleep 1000", Duration.ofMillis(100));
    long pid = awaitStart().pid();
    launcher.claim();
    agreement.setAway(true);
    launcher.vanish();
    requireEnd(ErrorCode.COORDINATOR_LOST, pid);
  }

  /** It does not ask the loggers, which it may not reach. */
  @Test
  void shouldStopItsRanksWhenItIsToldThatItIsGivenUp() {
    start("exec sleep 1000", FOR_EVER);
    long pid = awaitStart().pid();
    launcher.claim();
    agreement.setAway(true);
    launcher.deliver(HOST, new ToHost.GivenUp());
    launcher.turnAway(HOST);
    requireEnd(ErrorCode.HOST_GIVEN_UP, pid);
  }

  /** As when the loggers were on hosts that have left already. */
  @Test
  void shouldLeaveSoonWhenItsRanksWereStoppedAndNobodyAnswers() {
    start("exec sleep 1000", TestDaemon.quickly(FOR_EVER, Duration.ofMillis(100)));
    long pid = awaitStart().pid();
    launcher.claim();
    launcher.tell(HOST, new ToHost.Stop("enough"));
    launcher.await(HOST, ToLauncher.Stopped.class);
    agreement.setAway(true);
    launcher.vanish();
    requireEnd(ErrorCode.COORDINATOR_LOST, pid);
  }

  /** As when the launcher was lost while the loggers came to know each other. */
  @Test
  void shouldStopItsRanksSoonWhenItWasNotToldThatTheJobGoesOnAndNobodyAnswers() {
    start("exec sleep 1000", TestDaemon.quickly(FOR_EVER, Duration.ofMillis(100)));
    long pid = awaitStart().pid();
    agreement.setAway(true);
    launcher.vanish();
    requireEnd(ErrorCode.COORDINATOR_LOST, pid);
  }

  @Test
  void shouldWaitForTheLoggersWhenItWasToldThatTheJobGoesOn() throws InterruptedException {
    start("exec sleep 1000", TestDaemon.quickly(FOR_EVER, Duration.ZERO));
    awaitStart();
    launcher.claim();
    launcher.deliver(HOST, new ToHost.NotesBegun());
    agreement.setAway(true);
    launcher.vanish();
    agreement.awaitAsked();
    agreement.setAway(false);
    end(rejoined());
  }

  @Test
  void shouldWaitForASuccessorWhenTheLoggersSayThatThereWasACoordinator() {
    start("exec sleep 1000", TestDaemon.quickly(FOR_EVER, Duration.ZERO));
    awaitStart();
    launcher.claim();
    launcher.vanish();
    end(rejoined());
  }

  @Test
  void shouldStopItsRanksWhenNothingThatItStartsEverComes() {
    start("exec sleep 1000", Duration.ofSeconds(2));
    long pid = awaitStart().pid();
    launcher.claim();
    launcher.vanish();
    requireEnd(ErrorCode.COORDINATOR_LOST, pid);
    assertThat(claimed).contains(2L);
  }

  /** A session that has ended in good order is no reason to end either. */
  @Test
  void shouldGoOnWhenTheLauncherHasEndedBecauseAnotherTookItsPlace() {
    start("exec sleep 1000", FOR_EVER);
    awaitStart();
    launcher.claim();
    launcher.turnAway(HOST);
    TestCoordinator next = successor();
    next.await(HOST, ToLauncher.Rejoined.class);
    end(next);
  }

  @Test
  void shouldGoOnWhenTheLoggersAreBack() {
    start("exec sleep 1000", FOR_EVER);
    awaitStart();
    launcher.claim();
    agreement.setAway(true);
    launcher.vanish();
    agreement.setAway(false);
    TestCoordinator next = successor();
    next.await(HOST, ToLauncher.Rejoined.class);
    end(next);
  }

  @Test
  void shouldGoFromOneToTheNextAsOftenAsTheyVanish() {
    start("exec sleep 1000", FOR_EVER);
    awaitStart();
    launcher.claim();
    launcher.vanish();
    for (int i = 0; i < 5; i++) {
      TestCoordinator next = successor();
      next.await(HOST, ToLauncher.Rejoined.class);
      next.vanish();
    }
    TestCoordinator dead = successor();
    dead.vanish();
    end(rejoined());
  }

  private TestCoordinator rejoined() {
    TestCoordinator next = successor();
    next.await(HOST, ToLauncher.Rejoined.class);
    return next;
  }

  /** Its rank dies, is restarted and ends while nobody is there. */
  @Test
  void shouldNotLetItsRanksWaitForACoordinator() throws IOException {
    Path gate = fifo("gate");
    start(
        "test $FT_INCARNATION -gt 1 || { read line < "
            + gate
            + "; kill -9 $$; }; "
            + TestDaemon.END
            + " echo raw",
        FOR_EVER);
    awaitStart();
    launcher.claim();
    agreement.setAway(true);
    launcher.vanish();
    Files.writeString(gate, "go\n");
    await().until(() -> Files.exists(layout.exitRecord(0)));
    agreement.setAway(false);
    TestCoordinator next = successor();
    ToLauncher.Rejoined rejoined = next.await(HOST, ToLauncher.Rejoined.class);
    ToLauncher.Happened died = next.await(HOST, ToLauncher.Happened.class);
    assertThat(died.event()).isInstanceOf(RankEvent.Died.class);
    // The daemon may know of it later than this test: then it tells it when it does.
    LocalRank rank = rejoined.ranks().get(0);
    int incarnation = rank.incarnation();
    Optional<RankEvent.Ended> ended = rank.ended();
    while (ended.isEmpty()) {
      RankEvent event = next.await(HOST, ToLauncher.Happened.class).event();
      if (event instanceof RankEvent.Started started) {
        incarnation = started.incarnation();
      } else {
        ended = Optional.of((RankEvent.Ended) event);
      }
    }
    assertThat(incarnation).isEqualTo(2);
    assertThat(ended.get().outcome()).isEqualTo(new RankOutcome.Finished(0));
    end(next);
  }

  @Test
  void shouldTellWhatWasNotConfirmed() throws IOException {
    Path gate = fifo("gate");
    start("read line < " + gate + "; echo raw; exec sleep 1000", FOR_EVER);
    awaitStart();
    launcher.claim();
    agreement.setAway(true);
    launcher.vanish();
    Files.writeString(gate, "go\n");
    agreement.setAway(false);
    TestCoordinator next = rejoined();
    assertThat(next.await(HOST, ToLauncher.Raw.class).text())
        .isEqualTo("raw\n".getBytes(StandardCharsets.UTF_8));
    end(next);
  }

  private Path fifo(String name) throws IOException {
    Path fifo = directory.resolve(name);
    try {
      assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return fifo;
  }
}
