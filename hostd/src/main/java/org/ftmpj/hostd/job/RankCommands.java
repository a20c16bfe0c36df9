package org.ftmpj.hostd.job;

import org.ftmpj.supervisor.job.RankEnvironment;

/** The commands by which ranks are started on this host. */
@FunctionalInterface
public interface RankCommands {

  /** The command of that incarnation of a rank, the same for every incarnation but its number. */
  ProcessBuilder of(JobOrder order, RankEnvironment environment, int rank, int incarnation);
}
