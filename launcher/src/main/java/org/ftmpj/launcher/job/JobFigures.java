package org.ftmpj.launcher.job;

import java.util.Optional;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.transport.control.ControlBlock;

/** How far the ranks of a running job are, as they have published it. Any thread. */
public final class JobFigures {
  private volatile ControlBlock control; // null while the job has not started
  private volatile JobLayout place;

  /** The job's directory is made. */
  public void begin(JobLayout layout) {
    place = layout;
  }

  /** From now on they are taken from that control block. */
  public void follow(ControlBlock block) {
    control = block;
  }

  /** The operation clock of a rank; 0 while the job has not started. */
  public long progress(int rank) {
    ControlBlock block = control;
    return block == null ? 0 : block.progress(rank);
  }

  /** How often a rank had to wait at the gate, in all its incarnations. */
  public long gateWaits(int rank) {
    ControlBlock block = control;
    return block == null ? 0 : block.gateWaits(rank);
  }

  /** For how many nanoseconds together. */
  public long gateWaitedNs(int rank) {
    ControlBlock block = control;
    return block == null ? 0 : block.gateWaitedNs(rank);
  }

  /** Where the job is; empty while it has not started. */
  public Optional<JobLayout> place() {
    return Optional.ofNullable(place);
  }
}
