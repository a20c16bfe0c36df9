package org.ftmpj.supervisor.job;

import org.ftmpj.supervisor.rank.RankEvent;

/** The job as the supervisors of its ranks see it. Called by their threads. */
public interface JobRanks {

  /** The command that starts that incarnation of a rank. */
  ProcessBuilder command(int rank, int incarnation);

  /** The operation clock that an incarnation of the rank has published; 0 if there is none yet. */
  long progress(int rank, int incarnation);

  /** The number of signs of life of the rank's incarnations. */
  long signs(int rank);

  /**
   * Publishes the silence of a suspected rank in milliseconds, and the number of suspicions so far.
   */
  void suspect(int rank, long silentMs, long suspicions);

  /** Rings the doorbells of all ranks of the job. */
  void ringDoorbells();

  /** Called when something happens to a rank, after the console. */
  void event(int rank, RankEvent event);
}
