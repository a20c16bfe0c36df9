package org.ftmpj.launcher.job;

import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.supervisor.console.JobConsole;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.transport.control.ControlBlock;

/** Stops a running job, which can be resumed, when its time is up or its user asks. */
public final class JobStops {
  private JobStops() {}

  /**
   * Makes signals, requests and the wall time stop the job from now on.
   *
   * @param wallTime after which the job is stopped; empty for never
   * @param layout of this launcher's directory of the job, which says whether it can be resumed
   * @param control in which ranks are asked for checkpoints, and the launcher to stop the job
   */
  public static void take(
      Optional<Duration> wallTime,
      JobLayout layout,
      ControlBlock control,
      JobConsole console,
      Verdict verdict) {
    if (Files.exists(layout.classes())) {
      StopRequests.take(control, verdict);
    }
    wallTime.ifPresent(allowed -> WallTime.start(allowed, layout, control, console, verdict));
  }
}
