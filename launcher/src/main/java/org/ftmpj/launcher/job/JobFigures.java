package org.ftmpj.launcher.job;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.launcher.registry.PathsRecord;
import org.ftmpj.transport.control.ControlBlock;

/** The progress of a running job's ranks, as they have published it. Any thread. */
public final class JobFigures {
  private volatile ControlBlock control; // null while the job has not started
  private volatile JobLayout place;
  private volatile Supplier<PathsRecord> paths = () -> new PathsRecord(List.of());
  private final AtomicInteger hostLosses = new AtomicInteger();

  /** The job's directory is made. */
  public void begin(JobLayout layout) {
    place = layout;
  }

  /** Takes the figures from the given control block from now on. */
  public void follow(ControlBlock block) {
    control = block;
  }

  /** Counts a lost host whose ranks are repeated on others. */
  public void countHostLoss() {
    hostLosses.incrementAndGet();
  }

  /** The number of hosts lost so far. */
  public int hostLosses() {
    return hostLosses.get();
  }

  /** The operation clock of a rank; 0 while the job has not started. */
  public long progress(int rank) {
    ControlBlock block = control;
    return block == null ? 0 : block.progress(rank);
  }

  /** The number of waits of a rank at the gate, in all its incarnations. */
  public long gateWaits(int rank) {
    ControlBlock block = control;
    return block == null ? 0 : block.gateWaits(rank);
  }

  /** The nanoseconds of these waits together. */
  public long gateWaitedNs(int rank) {
    ControlBlock block = control;
    return block == null ? 0 : block.gateWaitedNs(rank);
  }

  /** The milliseconds for which a suspected rank has given no sign of life; else 0. */
  public long silentMs(int rank) {
    ControlBlock block = control;
    return block == null ? 0 : block.silentMs(rank);
  }

  /** The number of times that a rank was suspected. */
  public long suspicions(int rank) {
    ControlBlock block = control;
    return block == null ? 0 : block.suspicions(rank);
  }

  /** Takes the state of the paths between hosts from the given source from now on. */
  public void follow(Supplier<PathsRecord> hosts) {
    paths = hosts;
  }

  /** The state of the paths between hosts. */
  public PathsRecord paths() {
    return paths.get();
  }

  /** The directory of the job; empty while it has not started. */
  public Optional<JobLayout> place() {
    return Optional.ofNullable(place);
  }
}
