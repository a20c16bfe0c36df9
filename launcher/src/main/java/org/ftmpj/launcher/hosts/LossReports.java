package org.ftmpj.launcher.hosts;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * The reports of hosts about others that they have lost. If the coordinator has not lost one of
 * both soon, it gives one of them up: that which more hosts have lost. Any thread.
 */
final class LossReports {
  /** The time within which the coordinator itself loses a host that another one has lost. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final BiConsumer<RemoteHost, FtmpjException> lost;

  /** By host: the hosts that have lost it. */
  private final Map<Integer, Set<Integer>> reports = new HashMap<>(); // guarded by this

  /**
   * @param lost is told which host is given up, and why
   */
  LossReports(BiConsumer<RemoteHost, FtmpjException> lost) {
    this.lost = lost;
  }

  /** A host says that it has lost that other one. */
  void reported(RemoteHost by, RemoteHost peer, String why) {
    synchronized (this) {
      reports.computeIfAbsent(peer.number(), none -> new TreeSet<>()).add(by.number());
    }
    CompletableFuture.delayedExecutor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
        .execute(() -> loseOneOf(by, peer, why));
  }

  private void loseOneOf(RemoteHost by, RemoteHost peer, String why) {
    if (by.isLost() || peer.isLost()) {
      return;
    }
    int reportsOfPeer = of(peer);
    int reportsOfBy = of(by);
    boolean isPeer =
        reportsOfPeer == reportsOfBy ? peer.number() > by.number() : reportsOfPeer > reportsOfBy;
    RemoteHost given = isPeer ? peer : by;
    RemoteHost kept = isPeer ? by : peer;
    lost.accept(
        given,
        new FtmpjException(
            ErrorCode.HOST_LOST,
            "host %s and host %s have lost each other, host %s is given up: %s"
                .formatted(kept.name(), given.name(), given.name(), why)));
  }

  private synchronized int of(RemoteHost host) {
    return reports.getOrDefault(host.number(), Set.of()).size();
  }
}
