package org.ftmpj.hostd.job;

import java.util.function.Consumer;
import org.ftmpj.common.life.OwnThreads;

/** Tells now and then how the paths from this host to others are. */
final class PathTeller implements AutoCloseable {
  private static final long INTERVAL_MS = 2_000;

  private final Sessions sessions;
  private final Consumer<ToLauncher> launcher;
  private boolean closed;

  private PathTeller(Sessions sessions, Consumer<ToLauncher> launcher) {
    this.sessions = sessions;
    this.launcher = launcher;
  }

  /** Starts its thread. */
  static PathTeller start(Sessions sessions, Consumer<ToLauncher> launcher) {
    PathTeller teller = new PathTeller(sessions, launcher);
    OwnThreads.all().start("paths", teller::run);
    return teller;
  }

  private void run() {
    try {
      while (tell()) {
        Thread.sleep(INTERVAL_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean tell() {
    if (!closed) {
      launcher.accept(new ToLauncher.Paths(sessions.paths(), sessions.strangers()));
    }
    return !closed;
  }

  /** Tells how they have been in the end. */
  @Override
  public synchronized void close() {
    tell();
    closed = true;
  }
}
