package org.ftmpj.launcher.job;

import org.ftmpj.supervisor.rank.RankEvent;

/** An observer of what happens to the ranks of a job. Called by one thread for each rank. */
@FunctionalInterface
public interface JobObserver {

  void event(int rank, RankEvent event);
}
