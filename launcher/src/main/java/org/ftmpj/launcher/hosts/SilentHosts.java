package org.ftmpj.launcher.hosts;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Tells the user which hosts have not been heard for a while, and when they are heard again. */
final class SilentHosts {
  /** A busy host may be silent for a second or two. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final Consumer<String> notice;
  private final Executor later;
  private final Set<String> silent = new HashSet<>(); // guarded by this
  private final Set<String> told = new HashSet<>(); // guarded by this

  SilentHosts(Consumer<String> notice) {
    this(notice, CompletableFuture.delayedExecutor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
  }

  /**
   * @param later runs a task after a while
   */
  SilentHosts(Consumer<String> notice, Executor later) {
    this.notice = notice;
    this.later = later;
  }

  /** Records that a host is silent. Does not wait. */
  synchronized void silent(String host) {
    if (silent.add(host)) {
      later.execute(() -> tell(host));
    }
  }

  private synchronized void tell(String host) {
    if (silent.contains(host) && told.add(host)) {
      notice.accept("host " + host + " does not answer; waiting for it");
    }
  }

  /** Records that a host is lost, which is reported in another place. */
  synchronized void lost(String host) {
    silent.remove(host);
    told.remove(host);
  }

  /** Records that a host is heard again. */
  synchronized void heard(String host) {
    silent.remove(host);
    if (told.remove(host)) {
      notice.accept("host " + host + " answers again");
    }
  }
}
