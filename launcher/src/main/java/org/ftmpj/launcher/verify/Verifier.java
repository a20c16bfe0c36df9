package org.ftmpj.launcher.verify;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.ftmpj.common.config.CheckpointChoice;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.replay.report.VerificationReport;
import org.ftmpj.replay.run.RankReplay;

/** Repeats ranks of a job, one after the other. One thread. */
public final class Verifier {
  private static final Duration LOOK = Duration.ofMillis(200);

  /** How long an operation clock stands still before that is worth a line. */
  private static final Duration NOTICED_IDLE = Duration.ofSeconds(60);

  private final JobLayout layout;
  private final Optional<CheckpointChoice> from;
  private final OptionalInt debugPort;
  private final Duration longestIdle;
  private final ProgressDisplay display;

  /**
   * @param from the checkpoint with which each rank begins; empty if they begin at the beginning of
   *     the program
   * @param debugPort where each rank waits for a debugger; empty if they do not
   * @param longestIdle how long an operation clock may stand still; zero for ever
   */
  public Verifier(
      JobLayout layout,
      Optional<CheckpointChoice> from,
      OptionalInt debugPort,
      Duration longestIdle,
      ProgressDisplay display) {
    this.layout = layout;
    this.from = from;
    this.debugPort = debugPort;
    this.longestIdle = longestIdle;
    this.display = display;
  }

  /** Repeats a rank to the end of its record. */
  public VerificationReport verify(int rank) throws InterruptedException {
    RankReplay replay;
    try {
      replay = RankReplay.start(layout, rank, from, debugPort);
    } catch (FtmpjException e) {
      return VerificationReport.failed(rank, e.code(), e.what());
    }
    Thread hook = new Thread(replay::close, "end of the repetition");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      return await(replay, rank);
    } finally {
      display.clear();
      removeHook(hook);
      replay.close();
    }
  }

  private VerificationReport await(RankReplay replay, int rank) throws InterruptedException {
    long clock = -1;
    long movedNs = System.nanoTime();
    // A standstill under a debugger is intended.
    boolean told = debugPort.isPresent();
    while (!replay.await(LOOK)) {
      display.show(rank, replay.clock());
      if (replay.clock() != clock) {
        clock = replay.clock();
        movedNs = System.nanoTime();
        continue;
      }
      long idleNs = System.nanoTime() - movedNs;
      if (!longestIdle.isZero() && idleNs > longestIdle.toNanos()) {
        return replay.givenUp(longestIdle);
      }
      if (!told && idleNs > NOTICED_IDLE.toNanos()) {
        told = true;
        display.tellIdle(rank, NOTICED_IDLE, replay.pid());
      }
    }
    return replay.report();
  }

  private static void removeHook(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException shuttingDown) {
      // Then the hook closes it, too: that can be done twice.
      return;
    }
  }
}
