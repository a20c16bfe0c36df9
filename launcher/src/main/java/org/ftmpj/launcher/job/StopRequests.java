package org.ftmpj.launcher.job;

import java.time.Duration;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.transport.control.ControlBlock;

/** Stops a job on request, so that it can be resumed. One thread, until the job ends. */
final class StopRequests {
  private static final Duration LOOK = Duration.ofMillis(200);

  private final ControlBlock control;
  private final Verdict verdict;
  private final long before;

  private StopRequests(ControlBlock control, Verdict verdict) {
    this.control = control;
    this.verdict = verdict;
    this.before = control.stopsRequested();
  }

  /** Makes the job stop on request from now on, which others can see in its control block. */
  static void take(ControlBlock control, Verdict verdict) {
    StopRequests requests = new StopRequests(control, verdict);
    control.takeStops();
    Thread thread = new Thread(requests::run, "stop requests");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    try {
      while (!verdict.isKnown() && control.stopsRequested() == before) {
        verdict.awaitKnown(LOOK);
      }
      if (!verdict.isKnown()) {
        verdict.stopped("`ftmpj checkpoint --stop` was called");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
