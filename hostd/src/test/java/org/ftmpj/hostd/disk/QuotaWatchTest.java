package org.ftmpj.hostd.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ftmpj.common.config.LogQuota;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.job.LocalRequests;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.ending.JobEnd;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.record.CheckpointRecord;
import org.ftmpj.transport.bulk.BulkWriter;
import org.ftmpj.transport.control.ControlBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class QuotaWatchTest {
  private static final int RANKS = 3;
  private static final int QUOTA = 8;
  private static final LogQuota LIMIT = LogQuota.ofMib(QUOTA);

  @TempDir Path directory;
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Console console = new Console(OutputStream.nullOutputStream(), said, false);
  private final Verdict verdict = new Verdict(RANKS);
  private JobLayout layout;
  private ControlBlock control;

  @BeforeEach
  void make() throws Exception {
    layout = new JobLayout(directory);
    Files.createDirectories(layout.exitRecord(0).getParent());
    Files.createDirectories(layout.checkpointRecord(0).getParent());
    Files.createDirectories(layout.channel(0, 1));
    Files.createFile(layout.job());
    control = ControlBlock.create(layout.control(), RANKS);
    for (int rank = 0; rank < RANKS; rank++) {
      control.takeCheckpoints(rank);
      control.enter(rank, 1, 1);
    }
  }

  @AfterEach
  void end() {
    verdict.ended(1);
  }

  private QuotaWatch watch() {
    CheckpointRequesting asks = new LocalRequests(LIMIT, layout, control, console::notice);
    return new QuotaWatch(
        LIMIT,
        layout,
        new LoggedMessages(layout, control, RANKS),
        asks,
        Optional.empty(),
        verdict,
        verdict::failed,
        Duration.ZERO);
  }

  private QuotaWatch patientWatch(Duration patience) {
    CheckpointRequesting asks = new LocalRequests(LIMIT, layout, control, console::notice);
    ThrottledRanks held = new ThrottledRanks(LIMIT, control, console::notice);
    return new QuotaWatch(
        LIMIT,
        layout,
        new LoggedMessages(layout, control, RANKS),
        asks,
        Optional.of(held),
        verdict,
        verdict::failed,
        patience);
  }

  private String reason() throws Exception {
    return verdict.await() instanceof JobEnd.Failed failed ? failed.reason().what() : "none";
  }

  @Test
  void shouldHoldRanksUpAtTheQuotaUntilCheckpointsHelp() throws Exception {
    patientWatch(Duration.ofHours(1)).start();
    write(QUOTA);
    await().until(() -> control.areThrottled() && control.checkpointsRequested(0) == 1);
    answer(0, 1, Optional.empty());
    answer(1, 1, Optional.empty());
    // What was logged before the first goes with the second.
    await()
        .until(() -> control.checkpointsRequested(0) == 2 && control.checkpointsRequested(1) == 2);
    write(QUOTA / 4);
    await().until(() -> !control.areThrottled());
    assertThat(verdict.isKnown()).isFalse();
    assertThat(said.toString(StandardCharsets.UTF_8))
        .containsOnlyOnce("ranks send slowly")
        .contains("of the 8 MiB");
  }

  /** The files do not take what is said to be logged. */
  @Test
  void shouldHoldRanksUpBeforeItHasCounted() {
    patientWatch(Duration.ofHours(1)).start();
    await()
        .pollInterval(Duration.ofMillis(1))
        .until(
            () -> {
              control.logged(RANKS - 1, LIMIT.bytes());
              return control.areThrottled();
            });
    await().until(() -> !control.areThrottled());
    assertThat(said.toString(StandardCharsets.UTF_8)).doesNotContain("ranks send slowly");
  }

  @Test
  void shouldNameWhoHasNotAnsweredWhenItEndsTheJob() throws Exception {
    patientWatch(Duration.ofSeconds(1)).start();
    write(QUOTA);
    await()
        .until(() -> control.checkpointsRequested(0) == 1 && control.checkpointsRequested(1) == 1);
    answer(0, 1, Optional.empty());
    assertThat(reason()).contains("rank 1 has not come to a call of MPI").doesNotContain("rank 0");
  }

  @Test
  void shouldNotWaitForWhoIsRefusedAgainAndAgain() throws Exception {
    patientWatch(Duration.ofHours(1)).start();
    write(QUOTA);
    await().until(() -> control.checkpointsRequested(0) == 1);
    while (!verdict.isKnown()) {
      verdict.awaitKnown(Duration.ofMillis(20));
      answer(0, control.checkpointsRequested(0), Optional.empty());
      answer(1, control.checkpointsRequested(1), Optional.of("a socket is open"));
    }
    assertThat(reason())
        .contains("its quota (log.max) is 8 MiB; rank 1 was not captured: a socket is open");
  }

  @Test
  void shouldNotWaitWhereLogsGrowOn() throws Exception {
    patientWatch(Duration.ofHours(1)).start();
    write(QUOTA * 3 / 2);
    assertThat(reason()).contains("its quota (log.max) is 8 MiB");
  }

  /** At once: a file that is still being written is seen at several sizes. */
  private void write(int mib) throws Exception {
    Path written = Files.write(directory.resolve("written"), new byte[mib << 20]);
    Files.move(written, layout.channel(0, 1).resolve("log"), StandardCopyOption.REPLACE_EXISTING);
  }

  private void answer(int rank, long number, Optional<String> refused) {
    new CheckpointRecord(
            1,
            number,
            refused,
            refused.isPresent()
                ? Optional.empty()
                : Optional.of(new CheckpointRecord.Last(Instant.now(), 1, 1, 1, 1)))
        .write(layout.checkpointRecord(rank));
  }

  @Test
  void shouldAskBothEnds() throws Exception {
    watch().start();
    write(QUOTA * 3 / 4);
    await()
        .until(() -> control.checkpointsRequested(0) == 1 && control.checkpointsRequested(1) == 1);
    answer(0, 1, Optional.empty());
    answer(1, 1, Optional.of("a socket is open"));
    await().until(() -> said.size() > 0);
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("rank 1 cannot be captured: a socket is open", "at 8 MiB (log.max)");
    assertThat(control.checkpointsRequested(0)).isEqualTo(1);
    assertThat(control.checkpointsRequested(1)).isEqualTo(1);
    assertThat(control.checkpointsRequested(2)).as("has no part in that log").isZero();

    // They have grown: it is tried again, and not told again.
    write(QUOTA * 7 / 8);
    await()
        .until(() -> control.checkpointsRequested(0) == 2 && control.checkpointsRequested(1) == 2);
    answer(1, 2, Optional.of("a socket is open"));
    answer(0, 2, Optional.of("memory is short"));
    await().until(() -> said.toString(StandardCharsets.UTF_8).contains("memory is short"));
    assertThat(said.toString(StandardCharsets.UTF_8)).containsOnlyOnce("socket");
    assertThat(verdict.isKnown()).isFalse();
  }

  @Test
  void shouldNotAskWhoHasNotAnswered() throws Exception {
    watch().start();
    write(QUOTA * 3 / 4);
    await()
        .until(() -> control.checkpointsRequested(0) == 1 && control.checkpointsRequested(1) == 1);
    answer(0, 1, Optional.empty());
    AtomicBoolean isLarge = new AtomicBoolean();
    // Until it is seen to have grown when that answer was heard.
    await()
        .pollInterval(Duration.ofMillis(300))
        .until(
            () -> {
              isLarge.set(!isLarge.get());
              write(isLarge.get() ? QUOTA * 7 / 8 : QUOTA * 3 / 4);
              return control.checkpointsRequested(0) > 1;
            });
    assertThat(control.checkpointsRequested(1)).as("it computes").isEqualTo(1);
  }

  @Test
  void shouldAskForWhatIsInMemoryToo() throws Exception {
    watch().start();
    int length = 1 << 20;
    try (BulkWriter writer = new BulkWriter(layout.bulk(0), 1)) {
      for (int mebibytes = 0; mebibytes < QUOTA / 2; mebibytes++) {
        writer.append(ByteBuffer.allocate(length), length, new byte[0], 0);
      }
      await()
          .until(
              () -> control.checkpointsRequested(0) == 1 && control.checkpointsRequested(1) == 1);
    }
  }

  @Test
  void shouldNotAskBefore() throws Exception {
    write(QUOTA / 4);
    watch().start();
    Files.createFile(layout.exitRecord(1));
    write(QUOTA * 3 / 4);
    await().until(() -> control.checkpointsRequested(0) == 1);
    assertThat(control.checkpointsRequested(1)).as("has ended").isZero();
  }

  @Test
  void shouldEndTheJobAtItsQuota() throws Exception {
    QuotaWatch.requireRoom(LIMIT, layout);
    watch().start();
    write(QUOTA);
    assertThat(verdict.await())
        .isInstanceOfSatisfying(
            JobEnd.Failed.class,
            failed -> assertThat(failed.reason().code()).isEqualTo(ErrorCode.LOG_QUOTA));
    assertThatThrownBy(() -> QuotaWatch.requireRoom(LIMIT, layout))
        .isInstanceOf(FtmpjException.class)
        .hasMessageContaining("log.max")
        .hasMessageContaining("--log-max");
  }
}
