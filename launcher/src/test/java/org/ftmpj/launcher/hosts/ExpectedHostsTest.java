package org.ftmpj.launcher.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.hostd.job.ToLauncher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** For whom a new coordinator waits. */
@Timeout(300)
class ExpectedHostsTest {
  private static final Duration EVER = Duration.ofHours(1);
  private static final Duration SHORT = Duration.ofMillis(1);

  private final RemoteHost first = RemoteHost.known(1, "a", null);
  private final RemoteHost second = RemoteHost.known(2, "b", null);
  private final Map<RemoteHost, CompletableFuture<?>> losses =
      Map.of(first, new CompletableFuture<>(), second, new CompletableFuture<>());
  private final ExpectedHosts hosts = new ExpectedHosts(List.of(first, second), losses::get);
  private final CompletableFuture<Void> over = new CompletableFuture<>();

  private static void come(RemoteHost host) {
    host.rejoined().complete(new ToLauncher.Rejoined("/tmp", 0, Optional.empty(), List.of()));
  }

  @Test
  void shouldMissThoseOfWhichNothingIsHeard() throws Exception {
    come(second);
    hosts.await(SHORT, over);
    assertThat(hosts.missing()).containsExactly(first);
  }

  /** As the host of the coordinator before is when that was lost with it. */
  @Test
  void shouldNotWaitForOneThatOthersHaveLost() throws Exception {
    come(second);
    losses.get(first).complete(null);
    hosts.await(EVER, over);
    assertThat(hosts.missing()).isEmpty();
  }

  @Test
  void shouldWaitForOthersWhenOneIsLostWithItsConnection() throws Exception {
    first.rejoined().completeExceptionally(new FtmpjException(ErrorCode.HOST_LOST, "gone"));
    hosts.await(SHORT, over);
    assertThat(hosts.missing()).containsExactly(second);
    come(second);
    hosts.await(EVER, over);
    assertThat(hosts.missing()).isEmpty();
  }

  @Test
  void shouldNotWaitWhenTheJobIsOver() throws Exception {
    over.complete(null);
    hosts.await(EVER, over);
    assertThat(hosts.missing()).containsExactly(first, second);
  }
}
