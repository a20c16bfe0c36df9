package org.ftmpj.hostd.job;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.ftmpj.common.life.OwnThreads;
import org.ftmpj.transport.control.ControlBlock;

/** Reports from time to time the progress of this host's ranks, as long as there is any. */
final class ProgressReporter implements AutoCloseable {
  private static final long INTERVAL_MS = 500;

  private final ControlBlock control;
  private int[] ranks;
  private final Consumer<ToLauncher> launcher;
  private List<RankFigures> told = List.of();
  private boolean closed;

  private ProgressReporter(ControlBlock control, IntStream ranks, Consumer<ToLauncher> launcher) {
    this.control = control;
    this.ranks = ranks.toArray();
    this.launcher = launcher;
  }

  /** Starts its thread. */
  static ProgressReporter start(
      ControlBlock control, IntStream ranks, Consumer<ToLauncher> launcher) {
    ProgressReporter teller = new ProgressReporter(control, ranks, launcher);
    OwnThreads.all().start("progress", teller::run);
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
    List<RankFigures> now =
        IntStream.of(ranks).mapToObj(rank -> RankFigures.of(control, rank)).toList();
    if (!now.equals(told)) {
      launcher.accept(new ToLauncher.Progress(now));
      told = now;
    }
    return !closed;
  }

  /** Adds ranks that have moved to this host. */
  synchronized void add(IntStream more) {
    ranks = IntStream.concat(IntStream.of(ranks), more).toArray();
  }

  /** Reports their final progress. */
  @Override
  public synchronized void close() {
    tell();
    closed = true;
  }
}
