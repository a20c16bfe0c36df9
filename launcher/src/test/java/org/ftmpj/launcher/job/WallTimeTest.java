package org.ftmpj.launcher.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.ending.JobEnd;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.record.CheckpointRecord;
import org.ftmpj.transport.control.ControlBlock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class WallTimeTest {
  private static final int RANKS = 3;
  private static final Duration SHORT = Duration.ofMillis(500);

  /** A tenth of it is left for checkpoints. */
  private static final Duration LONGER = Duration.ofSeconds(5);

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
    Files.createFile(layout.job());
    control = ControlBlock.create(layout.control(), RANKS);
  }

  private void start(Duration allowed) {
    WallTime.start(allowed, layout, control, console, verdict);
  }

  @Test
  void shouldStopAJobWhoseRanksTakeNoCheckpoints() {
    start(SHORT);
    assertThat(verdict.await()).isInstanceOf(JobEnd.Stopped.class);
    assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void shouldTellOfRanksWithoutACheckpointAndNotOfThoseThatHaveEnded() throws Exception {
    tellOfRanksWithoutACheckpoint(LONGER);
  }

  /** As on a machine that stood still meanwhile. */
  @Test
  void shouldTellOfAnswersThatAreThereThoughTheTimeIsOver() throws Exception {
    tellOfRanksWithoutACheckpoint(Duration.ofNanos(1));
  }

  private void tellOfRanksWithoutACheckpoint(Duration allowed) throws Exception {
    for (int rank = 0; rank < RANKS; rank++) {
      control.takeCheckpoints(rank);
    }
    Files.createFile(layout.exitRecord(0));
    // Rank 1 answers the first request at once; rank 2 computes, and comes to no call of MPI.
    new CheckpointRecord(1, 1, Optional.of("a lock is held"), Optional.empty())
        .write(layout.checkpointRecord(1));
    start(allowed);
    assertThat(verdict.await()).isInstanceOf(JobEnd.Stopped.class);
    assertThat(said.toString(StandardCharsets.UTF_8).lines())
        .satisfiesExactly(
            first -> assertThat(first).contains("rank 1 has no checkpoint", "a lock is held"),
            second -> assertThat(second).contains("no checkpoint of ranks [2] in time"));
    assertThat(control.checkpointsRequested(0)).isZero();
  }

  /** All of the time, where a checkpoint takes so long to get to the disk. */
  @Test
  void shouldLeaveTheTimeThatCheckpointsTakeToBeOnTheDisk() {
    Duration hour = Duration.ofHours(1);
    new CheckpointRecord(
            1,
            0,
            Optional.empty(),
            Optional.of(
                new CheckpointRecord.Last(Instant.now(), 1, 1, hour.dividedBy(2).toNanos(), 1)))
        .write(layout.checkpointRecord(1));
    start(hour);
    assertThat(verdict.await()).isInstanceOf(JobEnd.Stopped.class);
  }

  @Test
  void shouldNotStopAJobThatHasEnded() {
    verdict.ended(3);
    start(SHORT);
    await().during(SHORT.multipliedBy(2)).until(verdict::isKnown);
    assertThat(verdict.await()).isInstanceOf(JobEnd.Over.class);
  }
}
