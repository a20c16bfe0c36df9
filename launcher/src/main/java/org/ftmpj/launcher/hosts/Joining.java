package org.ftmpj.launcher.hosts;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.supervisor.ending.Verdict;

/** Waits until the daemons of all hosts have joined, and says now and then which have not. */
record Joining(List<RemoteHost> hosts, Verdict verdict, Consumer<String> notice) {
  private static final Duration SAY = Duration.ofSeconds(5);

  /**
   * Waits.
   *
   * @return whether all have; not if the job is over before
   * @throws FtmpjException HOSTS_MISSING if they have not by then
   */
  boolean await(Duration longest) throws InterruptedException {
    if (!awaitMost(longest)) {
      throw new FtmpjException(
          ErrorCode.HOSTS_MISSING, "after " + longest.toSeconds() + " s, " + missing());
    }
    return !verdict.isKnown();
  }

  /**
   * Waits until it is known of each whether it has joined or cannot, or the job is over.
   *
   * @return whether that was before the time was over
   */
  boolean awaitMost(Duration longest) throws InterruptedException {
    Deadline deadline = Deadline.in(longest);
    CompletableFuture<?> all =
        CompletableFuture.allOf(
            hosts.stream().map(RemoteHost::joined).toArray(CompletableFuture[]::new));
    CompletableFuture<?> first = CompletableFuture.anyOf(all, verdict.known());
    while (!first.isDone()) {
      if (deadline.isOver()) {
        return false;
      }
      if (!isDone(first, Math.min(deadline.leftNs(), SAY.toNanos())) && !deadline.isOver()) {
        notice.accept(missing());
      }
    }
    return true;
  }

  private static boolean isDone(CompletableFuture<?> awaited, long longestNs)
      throws InterruptedException {
    try {
      awaited.get(longestNs, TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException notYet) {
      return false;
    } catch (ExecutionException e) {
      return true; // The verdict has it, too.
    }
  }

  private String missing() {
    List<String> names =
        hosts.stream().filter(host -> !host.joined().isDone()).map(RemoteHost::name).toList();
    return "waiting for %d of %d hosts: %s"
        .formatted(names.size(), hosts.size(), names.stream().collect(Collectors.joining(", ")));
  }
}
