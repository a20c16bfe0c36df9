package org.ftmpj.launcher.hosts;

import java.time.Duration;
import java.util.function.IntFunction;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.hostd.job.ToHost;
import org.ftmpj.hostd.job.ToLauncher;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.record.CheckpointRecord;
import org.ftmpj.transport.control.ControlBlock;

/**
 * Passes requests for checkpoints on to the hosts of the ranks, which are made in the launcher's
 * control block as in that of a job on one host, and notes what becomes of them in its directory.
 * One that a lost host has not answered goes to the rank's next host. Has a thread of its own,
 * until the job ends.
 */
final class CheckpointRequests {
  private static final Duration LOOK = Duration.ofMillis(100);

  private final JobLayout layout;
  private final ControlBlock control;
  private final IntFunction<RemoteHost> hostOf;
  private final Verdict verdict;

  /** The number of the last request of each rank that was passed on and answered. */
  private final long[] passed;

  private final long[] answered; // guarded by this
  private final RemoteHost[] to;

  /**
   * @param layout of the launcher's directory
   * @param hostOf where a rank is now; null while it moves
   */
  CheckpointRequests(
      JobLayout layout, ControlBlock control, IntFunction<RemoteHost> hostOf, Verdict verdict) {
    this.layout = layout;
    this.control = control;
    this.hostOf = hostOf;
    this.verdict = verdict;
    this.passed = new long[control.size()];
    this.answered = new long[control.size()];
    this.to = new RemoteHost[control.size()];
  }

  /** Starts its thread: ranks take checkpoints, as far as the control block can tell. */
  void start() {
    for (int rank = 0; rank < control.size(); rank++) {
      control.takeCheckpoints(rank);
    }
    Thread thread = new Thread(this::run, "checkpoint requests");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    try {
      while (!verdict.isKnown()) {
        for (int rank = 0; rank < control.size(); rank++) {
          pass(rank, control.checkpointsRequested(rank));
        }
        verdict.awaitKnown(LOOK);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void pass(int rank, long asked) {
    RemoteHost host = hostOf.apply(rank);
    boolean isNew = asked > passed[rank] || host != to[rank];
    if (host != null && asked > answered(rank) && isNew) {
      passed[rank] = asked;
      to[rank] = host;
      host.tell(new ToHost.TakeCheckpoint(rank, asked));
    }
  }

  private synchronized long answered(int rank) {
    return answered[rank];
  }

  /** A host has answered. Any thread. */
  void answered(ToLauncher.Checkpointed there, int incarnation) {
    synchronized (this) {
      answered[there.rank()] = Math.max(answered[there.rank()], there.number());
    }
    new CheckpointRecord(incarnation, there.number(), there.refused(), there.last())
        .write(layout.checkpointRecord(there.rank()));
  }
}
