package org.ftmpj.hostd.job;

import org.ftmpj.supervisor.job.JobRanks;
import org.ftmpj.supervisor.rank.RankEvent;
import org.ftmpj.transport.control.ControlBlock;

/**
 * The ranks of a job on this host.
 *
 * @param control the block of this host
 * @param commands how they are started
 * @param listener learns what happens to them
 */
public record LocalRanks(ControlBlock control, Commands commands, Listener listener)
    implements JobRanks {

  /** The command of an incarnation of a rank. */
  @FunctionalInterface
  public interface Commands {
    ProcessBuilder of(int rank, int incarnation);
  }

  /** Learns what happens to ranks. */
  @FunctionalInterface
  public interface Listener {
    void event(int rank, RankEvent event);
  }

  @Override
  public ProcessBuilder command(int rank, int incarnation) {
    return commands.of(rank, incarnation);
  }

  @Override
  public long progress(int rank, int incarnation) {
    return control.incarnation(rank) == incarnation ? control.progress(rank) : 0;
  }

  @Override
  public long signs(int rank) {
    return control.signs(rank);
  }

  @Override
  public void suspect(int rank, long silentMs, long suspicions) {
    control.suspect(rank, silentMs, suspicions);
  }

  @Override
  public void ringDoorbells() {
    control.ringAll();
  }

  @Override
  public void event(int rank, RankEvent event) {
    listener.event(rank, event);
  }
}
