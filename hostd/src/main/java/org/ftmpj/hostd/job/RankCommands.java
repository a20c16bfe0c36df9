package org.ftmpj.hostd.job;

import org.ftmpj.supervisor.job.RankEnvironment;

/** The commands by which ranks are started on this host. */
@FunctionalInterface
public interface RankCommands {

  /** The command of an incarnation of a rank; only the number differs between incarnations. */
  ProcessBuilder of(JobOrder order, RankEnvironment environment, int rank, int incarnation);
}
