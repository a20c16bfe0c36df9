package org.ftmpj.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.ftmpj.common.config.LogQuota;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.ending.JobEnd;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.record.CheckpointRecord;
import org.ftmpj.transport.control.ControlBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class QuotaWatchTest {
  private static final int RANKS = 3;
  private static final int QUOTA = 8;

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
    return new QuotaWatch(LogQuota.ofMib(QUOTA), layout, control, console, verdict);
  }

  private void write(int mib) throws Exception {
    Files.write(layout.channel(0, 1).resolve("log"), new byte[mib << 20]);
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
  void shouldAskBothEndsForTwoCheckpointsEach() throws Exception {
    watch().start();
    write(QUOTA * 3 / 4);
    await().until(() -> control.checkpointAsked(0) == 1 && control.checkpointAsked(1) == 1);
    answer(0, 1, Optional.empty());
    await().until(() -> control.checkpointAsked(0) == 2);
    answer(0, 2, Optional.empty());
    answer(1, 1, Optional.of("a socket is open"));
    await().until(() -> said.size() > 0);
    assertThat(said.toString(StandardCharsets.UTF_8))
        .contains("rank 1 cannot be captured: a socket is open", "at 8 MiB (log.max)");
    assertThat(control.checkpointAsked(0)).isEqualTo(2);
    assertThat(control.checkpointAsked(1)).isEqualTo(1);
    assertThat(control.checkpointAsked(2)).as("has no part in that log").isZero();

    // They have grown: it is tried again, and not told again.
    write(QUOTA * 7 / 8);
    await().until(() -> control.checkpointAsked(0) == 3 && control.checkpointAsked(1) == 2);
    answer(1, 2, Optional.of("a socket is open"));
    answer(0, 3, Optional.of("memory is short"));
    await().until(() -> said.toString(StandardCharsets.UTF_8).contains("memory is short"));
    assertThat(said.toString(StandardCharsets.UTF_8)).containsOnlyOnce("socket");
    assertThat(verdict.isKnown()).isFalse();
  }

  @Test
  void shouldNotAskBefore() throws Exception {
    write(QUOTA / 4);
    watch().start();
    Files.createFile(layout.exitRecord(1));
    write(QUOTA * 3 / 4);
    await().until(() -> control.checkpointAsked(0) == 1);
    assertThat(control.checkpointAsked(1)).as("has ended").isZero();
  }

  @Test
  void shouldEndTheJobAtItsQuota() throws Exception {
    QuotaWatch watch = watch();
    watch.requireRoom();
    watch.start();
    write(QUOTA);
    assertThat(verdict.await())
        .isInstanceOfSatisfying(
            JobEnd.Failed.class,
            failed -> assertThat(failed.reason().code()).isEqualTo(ErrorCode.LOG_QUOTA));
    assertThatThrownBy(watch::requireRoom)
        .isInstanceOf(FtmpjException.class)
        .hasMessageContaining("log.max")
        .hasMessageContaining("--log-max");
  }
}
