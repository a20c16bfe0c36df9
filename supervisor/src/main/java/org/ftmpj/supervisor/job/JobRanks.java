package org.ftmpj.supervisor.job;

import org.ftmpj.supervisor.rank.RankEvent;

/** What the supervisors of a job's ranks need of the job. Called by their threads. */
public interface JobRanks {

  /** How that incarnation of a rank is started. */
  ProcessBuilder command(int rank, int incarnation);

  /** The operation clock that an incarnation of the rank has published; 0 if it has not yet. */
  long progress(int rank, int incarnation);

  /** How many signs of life the rank's incarnations have given. */
  long signs(int rank);

  /** Says for how long a suspected rank has been silent, and how often it was suspected. */
  void suspect(int rank, long silentMs, long suspicions);

  /** Rings the doorbells of all ranks of the job. */
  void ringDoorbells();

  /** Called when something happens to a rank, after the console. */
  void event(int rank, RankEvent event);
}
