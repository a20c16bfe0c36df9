package org.ftmpj.hostd.job;

import java.util.List;
import java.util.function.Consumer;
import org.ftmpj.common.life.OwnThreads;
import org.ftmpj.network.PathCounters;

/**
 * Tells now and then how the paths from this host to others are, if anything has happened on them.
 * That signs of life were asked for is nothing: who tells that would be heard without end.
 */
final class PathReporter implements AutoCloseable {
  private static final long INTERVAL_MS = 2_000;

  /** The number that it has among hosts. */
  private static final int COORDINATOR = 0;

  private final Sessions sessions;
  private final Consumer<ToLauncher> launcher;
  private ToLauncher.Paths told = new ToLauncher.Paths(List.of(), 0);
  private boolean closed;

  private PathReporter(Sessions sessions, Consumer<ToLauncher> launcher) {
    this.sessions = sessions;
    this.launcher = launcher;
  }

  /** Starts its thread. */
  static PathReporter start(Sessions sessions, Consumer<ToLauncher> launcher) {
    PathReporter teller = new PathReporter(sessions, launcher);
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
    if (!closed && !happened().equals(told)) {
      tellNow();
    }
    return !closed;
  }

  private void tellNow() {
    told = happened();
    launcher.accept(new ToLauncher.Paths(sessions.paths(), sessions.strangers()));
  }

  /** What is told, but for frames and round trips, and what is told to the coordinator itself. */
  private ToLauncher.Paths happened() {
    return new ToLauncher.Paths(
        sessions.paths().stream().map(PathReporter::happened).toList(), sessions.strangers());
  }

  private static PathCounters happened(PathCounters path) {
    return new PathCounters(
        path.peer(),
        path.path(),
        0,
        0,
        path.retransmitted(),
        path.corrupt(),
        path.fenced(),
        path.duplicates(),
        path.refused(),
        path.peer() == COORDINATOR ? 0 : path.bytes(),
        path.connections(),
        path.left(),
        path.taken(),
        path.live(),
        0);
  }

  /** Tells how they have been in the end. */
  @Override
  public synchronized void close() {
    if (!closed) {
      tellNow();
    }
    closed = true;
  }
}
