package org.ftmpj.supervisor.rank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.ftmpj.common.job.JobLayout;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With a real process that is really stopped. */
@Timeout(300)
class HangWatchTest {

  @TempDir Path directory;
  private final List<String> notices = new CopyOnWriteArrayList<>();
  private final AtomicInteger started = new AtomicInteger();
  private final AtomicLong signs = new AtomicLong();

  /** Whether there is another one at each look. */
  private volatile boolean givesSigns;

  private final AtomicLong looks = new AtomicLong();
  private final AtomicLong silentMs = new AtomicLong();
  private final AtomicLong longestMs = new AtomicLong();
  private final AtomicLong suspicions = new AtomicLong();
  private final AtomicInteger startedAtNotice = new AtomicInteger();
  private RankSupervisor rank;
  private HangWatch watch;

  @BeforeEach
  void startARank() throws Exception {
    for (String name : List.of("exit", "incarnations", "recovered", "stderr")) {
      Files.createDirectory(directory.resolve(name));
    }
    rank = new RankSupervisor(0, new JobLayout(directory), RestartPolicy.standard(), new Ports());
    rank.start();
    await().until(() -> started.get() == 1);
  }

  @AfterEach
  void stop() throws Exception {
    watch.close();
    rank.stop(Duration.ZERO);
  }

  @Test
  void shouldReportAStoppedRankOnceAndThatItGoesOn() throws Exception {
    watch(1, 0);
    for (int time = 1; time <= 3; time++) {
      int before = notices.size();
      long pid = rank.pid().orElseThrow();
      signal("STOP", pid);
      await().until(() -> notices.size() == before + 1);
      assertThat(notices.get(before)).contains("FTMPJ-1504", "rank 0", "process " + pid, "1 s");
      signal("CONT", pid);
      await().until(() -> notices.size() == before + 2);
      assertThat(notices.get(before + 1)).endsWith("goes on");
    }
    assertThat(started).hasValue(1);
  }

  @Test
  void shouldKillAStoppedRankIfAskedTo() throws Exception {
    watch(0, 1);
    signal("STOP", rank.pid().orElseThrow());
    await().until(() -> started.get() == 2);
    assertThat(notices).hasSize(1).first().asString().contains("killing it");
  }

  @Test
  void shouldLetARankStart() {
    watch(1, 1);
    await().pollDelay(Duration.ofSeconds(3)).until(notices::isEmpty);
    assertThat(started).hasValue(1);
  }

  @Test
  void shouldSuspectARankThatRunsButGivesNoSignAnyMoreAndKillItLater() {
    signs.incrementAndGet();
    watch(1, 3);
    await().until(() -> looks.get() > 0);
    signs.incrementAndGet();
    // It goes on: by the time that this thread gets a processor the rank may have been killed.
    await().until(() -> !notices.isEmpty());
    assertThat(notices.get(0)).contains("FTMPJ-1508", "has given no sign of life for");
    assertThat(startedAtNotice).hasValue(1);
    await().until(() -> longestMs.get() > 0 && suspicions.get() > 0);

    await().until(() -> started.get() == 2);
    assertThat(notices.get(1)).contains("killing it (rank.timeout)");
    await().until(() -> silentMs.get() == 0);
  }

  @Test
  void shouldDoNothingAboutARankThatGivesSigns() {
    givesSigns = true;
    watch(1, 2);
    await().until(() -> looks.get() >= 5);
    assertThat(notices).isEmpty();
    assertThat(started).hasValue(1);
  }

  private void watch(int suspectS, int confirmS) {
    HangPolicy policy = new HangPolicy(Duration.ofSeconds(suspectS), Duration.ofSeconds(confirmS));
    watch = HangWatch.start(policy, List.of(rank), this::note);
  }

  private void note(String notice) {
    startedAtNotice.compareAndSet(0, started.get());
    notices.add(notice);
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
    public long progress(int incarnation) {
      return 0;
    }

    @Override
    public long signs() {
      looks.incrementAndGet();
      return givesSigns ? signs.incrementAndGet() : signs.get();
    }

    @Override
    public void suspect(long ms, long times) {
      silentMs.set(ms);
      longestMs.accumulateAndGet(ms, Math::max);
      suspicions.set(times);
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
