package org.ftmpj.launcher.hosts;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The hosts that a new coordinator waits for: those that the one before had not lost. Of one that
 * was lost with it the others tell.
 *
 * @param lossOf is done when it is known that a host is lost
 */
record ExpectedHosts(List<RemoteHost> hosts, Function<RemoteHost, CompletableFuture<?>> lossOf) {

  /** Waits until each of them is here or lost, but not for longer, nor when the job is over. */
  void await(Duration longest, CompletableFuture<?> over) throws InterruptedException {
    CompletableFuture<?> all =
        CompletableFuture.allOf(
            hosts.stream().map(this::awaited).toArray(CompletableFuture[]::new));
    try {
      CompletableFuture.anyOf(all, over).get(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException someLost) {
      return; // All others have come.
    } catch (TimeoutException someMissing) {
      return;
    }
  }

  private CompletableFuture<?> awaited(RemoteHost host) {
    return CompletableFuture.anyOf(host.rejoined(), lossOf.apply(host));
  }

  /** The hosts that have not joined, and have sent nothing. */
  List<RemoteHost> missing() {
    return hosts.stream().filter(host -> !awaited(host).isDone()).toList();
  }

  /** The names of the hosts. */
  @Override
  public String toString() {
    return hosts.stream().map(RemoteHost::name).collect(Collectors.joining(", "));
  }
}
