package org.ftmpj.supervisor.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.ftmpj.common.config.HangAction;
import org.ftmpj.common.job.JobLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With a real process that is really stopped. */
@Timeout(60)
class HangWatchTest {
  private static final Duration SOON = Duration.ofSeconds(20);

  @TempDir Path directory;
  private final List<String> notices = new CopyOnWriteArrayList<>();
  private final AtomicInteger started = new AtomicInteger();
  private RankSupervisor rank;
  private HangWatch watch;

  @BeforeEach
  void startARank() throws Exception {
    for (String name : List.of("exit", "incarnations", "recovered", "stderr")) {
      Files.createDirectory(directory.resolve(name));
    }
    rank = new RankSupervisor(0, new JobLayout(directory), RestartPolicy.standard(), new Ports());
    rank.start();
    await().atMost(SOON).until(() -> started.get() == 1);
  }

  @AfterEach
  void stop() throws Exception {
    watch.close();
    rank.stop(Duration.ZERO);
  }

  @Test
  void shouldReportAStoppedRankOnceAndThatItGoesOn() throws Exception {
    watch(Duration.ofSeconds(1), HangAction.REPORT);
    for (int time = 1; time <= 3; time++) {
      int before = notices.size();
      long pid = rank.pid().orElseThrow();
      signal("STOP", pid);
      await().atMost(SOON).until(() -> notices.size() == before + 1);
      assertThat(notices.get(before)).contains("FTMPJ-1504", "rank 0", "process " + pid, "1 s");
      signal("CONT", pid);
      await().atMost(SOON).until(() -> notices.size() == before + 2);
      assertThat(notices.get(before + 1)).endsWith("goes on");
    }
    assertThat(started).hasValue(1);
  }

  @Test
  void shouldKillAStoppedRankIfAskedTo() throws Exception {
    watch(Duration.ofSeconds(1), HangAction.RESTART);
    signal("STOP", rank.pid().orElseThrow());
    await().atMost(SOON).until(() -> started.get() == 2);
    assertThat(notices).hasSize(1).first().asString().contains("killing it");
  }

  @Test
  void shouldDoNothingAboutARankThatWaits() {
    watch(Duration.ofSeconds(1), HangAction.RESTART);
    await().pollDelay(Duration.ofSeconds(3)).until(notices::isEmpty);
    assertThat(started).hasValue(1);
  }

  private void watch(Duration timeout, HangAction action) {
    watch = HangWatch.start(new HangPolicy(timeout, action), List.of(rank), notices::add);
  }

  private static void signal(String name, long pid) throws Exception {
    new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
  }

  private final class Ports implements RankPorts {
    @Override
    public ProcessBuilder command(int incarnation) {
      return new ProcessBuilder("sleep", "120");
    }

    @Override
    public long progress() {
      return 0;
    }

    @Override
    public void ringDoorbells() {
      // None of them sleeps.
    }

    @Override
    public void rawOutput(int stream, byte[] bytes, int length) {
      // There is none.
    }

    @Override
    public void event(RankEvent event) {
      if (event instanceof RankEvent.Started) {
        started.incrementAndGet();
      }
    }
  }
}
