package org.ftmpj.launcher.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.supervisor.record.RecoveryReport;
import org.ftmpj.supervisor.record.WaitsRecord;
import org.junit.jupiter.api.Test;

class JobRatesTest {
  private static final long TWO_SECONDS_NS = 2_000_000_000L;
  private static final RecoveryReport RECOVERY =
      new RecoveryReport(1, 2, 3, 4, 5, 6, 812, Optional.empty());

  private static final WaitsRecord.Wait WAIT =
      new WaitsRecord.Wait(
          Instant.now().minusSeconds(70), "worker", "Barrier (from rank 0)", "A.main(A.java:3)");

  @Test
  void shouldTellOperationsAndBytesPerSecond() {
    JobStatus earlier = status(1 << 20, rank(0, 1, 500), rank(1, 2, 100, RECOVERY));
    JobStatus later = status(5 << 20, rank(0, 1, 2500), rank(1, 2, 104, RECOVERY));
    assertThat(new JobRates(earlier, later, TWO_SECONDS_NS).text())
        .contains("logs         channels 5.0 MiB", "logs grow    channels 2.0 MiB/s")
        .containsPattern("0 +running +1 +- +2500 +1000 +100 +10 % +0 +0 +-")
        .containsPattern("1 +running +2 +- +104 +2 +0 +0 % +1 +1 +812 ms")
        .containsPattern(
            "\nrank 1 waits 7\\d s: Barrier \\(from rank 0\\), at A.main\\(A.java:3\\), in thread"
                + " worker\n$");
  }

  @Test
  void shouldNotTellARateAcrossARestart() {
    JobStatus earlier = status(0, rank(0, 1, 500), rank(1, 2, 100, RECOVERY));
    JobStatus later = status(0, rank(0, 2, 900), rank(1, 2, 90, RECOVERY));
    assertThat(new JobRates(earlier, later, TWO_SECONDS_NS).text())
        .containsPattern("0 +running +2 +- +900 +- +20 +2 % +1 +0 +-")
        .containsPattern("1 +running +2 +- +90 of 500 +- +0 +0 % +1 +1 +812 ms");
  }

  /** Its waits at the gate go on from one incarnation to the next. */
  private static RankSummary rank(
      int rank, int incarnation, long clock, RecoveryReport... recoveries) {
    return new RankSummary(
        rank,
        Optional.empty(),
        "running",
        incarnation,
        Optional.empty(),
        clock,
        rank == 1 && clock == 90 ? 500 : 0,
        Math.max(100, clock) / 10,
        Math.max(100, clock) * 100_000,
        0,
        incarnation - 1,
        rank == 1 && clock == 104 ? List.of(WAIT) : List.of(),
        Optional.empty(),
        List.of(recoveries));
  }

  private static JobStatus status(long channels, RankSummary... ranks) {
    FoundJob job =
        new FoundJob(
            "job",
            new JobLayout(Path.of("job")),
            JobState.RUNNING,
            Optional.empty(),
            Optional.empty());
    return new JobStatus(
        job,
        Optional.empty(),
        List.of(ranks),
        "none",
        Map.of("channels", channels),
        Optional.empty());
  }
}
