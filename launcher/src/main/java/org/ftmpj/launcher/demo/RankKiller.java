package org.ftmpj.launcher.demo;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.DoubleSupplier;

/** Kills ranks of a running job, one after the other, when it has come so far. */
final class RankKiller implements Runnable {
  private static final long POLL_MS = 2;

  private final DemoTimeline timeline;
  private final DoubleSupplier progress;
  private final List<Kill> kills;

  /**
   * @param at how much of its work the job has done then, 0 to 1
   */
  record Kill(int rank, double at) {}

  /**
   * @param progress how much of its work the job has done, 0 to 1
   */
  RankKiller(DemoTimeline timeline, DoubleSupplier progress, List<Kill> kills) {
    this.timeline = timeline;
    this.progress = progress;
    this.kills = kills;
  }

  @Override
  public void run() {
    try {
      for (Kill kill : kills) {
        while (progress.getAsDouble() < kill.at() || timeline.isRecovering()) {
          Thread.sleep(POLL_MS);
        }
        kill(kill.rank());
      }
    } catch (InterruptedException jobHasEnded) {
      return;
    }
  }

  private void kill(int rank) {
    OptionalLong pid = timeline.pid(rank);
    if (pid.isPresent()) {
      timeline.killed(rank);
      ProcessHandle.of(pid.getAsLong()).ifPresent(ProcessHandle::destroyForcibly);
    }
  }
}
