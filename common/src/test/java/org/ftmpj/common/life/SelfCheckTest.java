package org.ftmpj.common.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class SelfCheckTest {
  private static final Duration BOUND = Duration.ofSeconds(2);

  private final OwnThreads threads = new OwnThreads();
  private final List<FtmpjException> found = new ArrayList<>();
  private final SelfCheck check = new SelfCheck(threads, BOUND, found::add);
  private final Pulse pulse = new Pulse();
  private final CountDownLatch end = new CountDownLatch(1);
  private long nowNs;

  @AfterEach
  void endThreads() {
    end.countDown();
  }

  @Test
  void shouldFindAThreadThatHasEndedByAnError() throws Exception {
    Thread thread = threads.start("doomed", SelfCheckTest::fail);
    thread.join();
    look(1);
    assertThat(found).hasSize(1);
    assertThat(found.get(0).code()).isEqualTo(ErrorCode.SELF_CHECK);
    assertThat(found.get(0)).hasMessageContaining("doomed").hasMessageContaining("planted");
    look(1);
    assertThat(found).hasSize(1);
  }

  private static void fail() {
    // Else its trace would be printed.
    Thread.currentThread().setUncaughtExceptionHandler((thread, planted) -> {});
    throw new AssertionError("planted");
  }

  @Test
  void shouldFindAThreadThatWorksButDoesNotComeForward() {
    Thread stuck =
        threads.start(
            "stuck",
            pulse,
            () -> {
              pulse.works();
              awaitEnd();
            });
    await().until(() -> stuck.getState() == Thread.State.WAITING);
    look(8);
    assertThat(found).isEmpty();
    look(2);
    assertThat(found).hasSize(1);
    assertThat(found.get(0).what())
        .contains("the thread stuck has not come forward for 2 s", "WAITING", "CountDownLatch");
  }

  @Test
  void shouldLetAThreadWaitForAsLongAsItLikes() {
    threads.start("idle", pulse, this::awaitEnd);
    pulse.works();
    look(7);
    pulse.waits();
    look(100);
    assertThat(found).isEmpty();
  }

  @Test
  void shouldLetAThreadWorkAsLongAsItComesForward() {
    threads.start("busy", pulse, this::awaitEnd);
    for (int turn = 0; turn < 50; turn++) {
      pulse.works();
      look(7);
    }
    assertThat(found).isEmpty();
  }

  @Test
  void shouldNotMissAThreadThatHasEndedAsItShould() throws Exception {
    threads.start("done", pulse, pulse::works).join();
    look(100);
    assertThat(found).isEmpty();
    assertThat(threads.list()).isEmpty();
  }

  @Test
  void shouldNotTakeItsOwnLatenessForThatOfOthers() {
    threads.start("stopped, too", pulse, this::awaitEnd);
    pulse.works();
    look(1);
    nowNs += Duration.ofHours(1).toNanos();
    look(1);
    assertThat(found).isEmpty();
  }

  private void look(int times) {
    for (int i = 0; i < times; i++) {
      nowNs += Duration.ofMillis(250).toNanos();
      check.look(nowNs);
    }
  }

  private void awaitEnd() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
