package org.ftmpj.launcher.hosts;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.ftmpj.common.time.Deadline;
import org.ftmpj.hostd.job.Sessions;
import org.ftmpj.hostd.job.ToHost;
import org.ftmpj.hostd.job.ToLauncher;

/**
 * The hosts of a job, as its coordinator knows them, until their daemons have ended. One thread.
 */
final class HostGroup implements AutoCloseable {
  /** Longer than a daemon waits for ranks that do not end. */
  private static final Duration ENDING = Duration.ofSeconds(20);

  private final Sessions sessions;
  private final List<RemoteHost> hosts;
  private final Consumer<String> notice;

  /**
   * @param hosts all of them, in order of their numbers from 1
   * @param notice tells the user
   */
  HostGroup(Sessions sessions, List<RemoteHost> hosts, Consumer<String> notice) {
    this.sessions = sessions;
    this.hosts = List.copyOf(hosts);
    this.notice = notice;
  }

  /** All hosts, in order of their numbers. */
  List<RemoteHost> all() {
    return hosts;
  }

  /** The addresses at which this process listens for hosts, one for each path. */
  List<InetSocketAddress> addresses() {
    return sessions.addresses();
  }

  /**
   * Has hosts without traffic watched on a ring, of which this process is a part. This process also
   * asks a host that is silent to its watcher, and decides about it.
   */
  void watchOnRing(RemoteRanks ranks) {
    ranks.onSilentPeer(number -> hosts.get(number - 1).ask());
    sessions.watchOnRing(hosts.size(), number -> {});
  }

  /** Tells all daemons. */
  void tellAll(ToHost message) {
    hosts.forEach(host -> host.tell(message));
  }

  /**
   * Stops the ranks everywhere, and waits until none is left, but not for ever.
   *
   * @param resumable whether the job is resumed later
   */
  void stop(String why, boolean resumable) throws InterruptedException {
    joined().forEach(host -> host.tell(new ToHost.Stop(why, resumable)));
    awaitEach(RemoteHost::stopped);
  }

  /** The number of ranks that had not ended by themselves, where that is known. */
  int stoppedRanks() {
    return stopped().stream().mapToInt(ToLauncher.Stopped::ranks).sum();
  }

  /** Whether a virtual machine has left a report of its crash anywhere. */
  boolean hasCrashes() {
    return stopped().stream().anyMatch(ToLauncher.Stopped::crashed);
  }

  private List<ToLauncher.Stopped> stopped() {
    return joined().stream()
        .map(RemoteHost::stopped)
        .filter(stage -> stage.isDone() && !stage.isCompletedExceptionally())
        .map(CompletableFuture::join)
        .toList();
  }

  /**
   * Makes the daemons end, after they have removed the rest of the job, or reported where it stays,
   * or left it for the next run.
   *
   * @param ending how the job ended, in words
   */
  void leave(ToHost.Rest rest, String ending) throws InterruptedException {
    joined().forEach(host -> host.tell(new ToHost.Leave(rest, ending)));
    awaitEach(RemoteHost::left);
    for (RemoteHost host : joined()) {
      if (rest == ToHost.Rest.RESUMABLE && host.isGivenUp()) {
        continue; // Its ranks are elsewhere.
      }
      CompletableFuture<ToLauncher.Left> left = host.left();
      if (!left.isDone() || left.isCompletedExceptionally()) {
        notice.accept(
            rest == ToHost.Rest.RESUMABLE
                ? "it is not known what host " + host.name() + " has left of the job"
                : "what is left of the job on host "
                    + host.name()
                    + " could not be removed; `ftmpj clean` does it there");
      } else if (rest == ToHost.Rest.RETAINED && !left.join().directory().isEmpty()) {
        notice.accept(
            "the job directory on host " + host.name() + " is " + left.join().directory());
      }
    }
  }

  private List<RemoteHost> joined() {
    return hosts.stream().filter(RemoteHost::hasJoined).toList();
  }

  private void awaitEach(Function<RemoteHost, CompletableFuture<?>> stage)
      throws InterruptedException {
    Deadline deadline = Deadline.in(ENDING);
    for (RemoteHost host : joined()) {
      try {
        stage.apply(host).get(Math.max(1, deadline.leftNs()), TimeUnit.NANOSECONDS);
      } catch (ExecutionException lost) {
        continue; // Nothing is there to wait for.
      } catch (TimeoutException e) {
        notice.accept("host " + host.name() + " does not end its part of the job");
      }
    }
  }

  @Override
  public void close() {
    sessions.close();
  }
}
