package org.ftmpj.launcher.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.ftmpj.supervisor.rank.ProcessStatus;
import org.ftmpj.supervisor.rank.RankEvent;
import org.ftmpj.supervisor.record.RecoveryReport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With real processes that do nothing. */
@Timeout(300)
class RankKillerTest {
  private final DemoTimeline timeline = new DemoTimeline();
  private final AtomicReference<Double> progress = new AtomicReference<>(0.0);
  private final RankKiller killer =
      new RankKiller(
          timeline,
          progress::get,
          List.of(new RankKiller.Kill(1, 0.3), new RankKiller.Kill(0, 0.5)));
  private final Thread thread = new Thread(killer);
  private Process farmer;
  private Process worker;

  @BeforeEach
  void start() throws Exception {
    farmer = rank(0, 1);
    worker = rank(1, 1);
    thread.start();
  }

  @AfterEach
  void stop() throws Exception {
    thread.interrupt();
    thread.join();
    farmer.destroyForcibly();
    worker.destroyForcibly();
  }

  @Test
  void shouldKillEachWhenItIsTimeAndTheOneBeforeHasRecovered() throws Exception {
    assertThat(worker.isAlive()).isTrue();
    progress.set(0.6);
    assertThat(worker.waitFor()).isEqualTo(137);
    timeline.event(
        1,
        new RankEvent.Died(
            1, new ProcessStatus(137), Optional.empty(), Instant.now(), Duration.ZERO));
    assertThat(timeline.isRecovering()).isTrue();
    assertThat(farmer.isAlive()).isTrue();

    recovered(1);
    assertThat(farmer.waitFor()).isEqualTo(137);
    assertThat(timeline.hasRecovered(1)).isTrue();
    assertThat(timeline.hasRecovered(0)).isFalse();
  }

  @Test
  void shouldTellTheStory() throws Exception {
    progress.set(0.4);
    worker.waitFor();
    timeline.event(
        1,
        new RankEvent.Died(
            1, new ProcessStatus(137), Optional.empty(), Instant.now(), Duration.ZERO));
    worker = rank(1, 2);
    recovered(1);
    await().until(() -> timeline.story().size() == 4);
    assertThat(timeline.story().get(0)).contains("kill -9 of rank 1, process ");
    assertThat(timeline.story().get(1))
        .contains("rank 1 died by signal 9 (SIGKILL), ", "after the kill");
    assertThat(timeline.story().get(2)).endsWith("rank 1 starts as incarnation 2");
    assertThat(timeline.story().get(3))
        .contains("812 ms after its death", "312 determinants", "1204 messages", "400 sends");
  }

  private Process rank(int rank, int incarnation) throws Exception {
    Process process = new ProcessBuilder("sleep", "60").start();
    timeline.event(rank, new RankEvent.Started(incarnation, process.pid(), Instant.now()));
    return process;
  }

  private void recovered(int rank) {
    RecoveryReport report = new RecoveryReport(rank, 2, 312, 1204, 400, 77, 500, Optional.empty());
    timeline.event(rank, new RankEvent.Recovered(report, Instant.now(), Duration.ofMillis(812)));
  }
}
