package org.ftmpj.launcher.hosts;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ftmpj.hostd.job.ToHost;
import org.ftmpj.hostd.job.ToLauncher;
import org.ftmpj.network.NetworkOptions;

/**
 * A host's daemon that only takes the steps of losses: each number once, and answers it as often as
 * it is told. It connects with one coordinator after the other.
 */
final class PlayedHost implements AutoCloseable {
  private final PlayedDaemon daemon;
  private final Map<Long, ToHost.Move> steps = new TreeMap<>(); // guarded by this

  PlayedHost(int number, String secret, NetworkOptions options) {
    daemon = new PlayedDaemon(number, secret, options, this::take);
  }

  /** Leaves the coordinator that it has had. */
  void join(List<InetSocketAddress> coordinator) {
    daemon.join(coordinator);
  }

  /** The steps that were taken so far. */
  synchronized List<ToHost.Move> steps() {
    return new ArrayList<>(steps.values());
  }

  private List<ToLauncher> take(ToHost message) {
    if (message instanceof ToHost.ToAll step) {
      take(step);
      return List.of(new ToLauncher.Answered(step.number(), answer(step.move())));
    }
    return List.of();
  }

  private synchronized void take(ToHost.ToAll step) {
    long newest = steps.size();
    if (step.number() < newest || step.number() > newest + 1) {
      throw new AssertionError("Step " + step.number() + " after " + newest);
    }
    ToHost.Move before = steps.putIfAbsent(step.number(), step.move());
    if (before != null && !before.equals(step.move())) {
      throw new AssertionError(step + " differs from " + before);
    }
  }

  private static ToLauncher.Answer answer(ToHost.Move move) {
    if (move instanceof ToHost.Part part) {
      return new ToLauncher.Parted(part.host(), List.of());
    }
    return move instanceof ToHost.Place
        ? new ToLauncher.Placed(List.of(), List.of(), List.of())
        : new ToLauncher.Resumed();
  }

  @Override
  public void close() {
    daemon.close();
  }
}
