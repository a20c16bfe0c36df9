package org.ftmpj.launcher.job;

import org.ftmpj.supervisor.rank.RankEvent;

/** An observer of the events of a job's ranks. Called by one thread for each rank. */
@FunctionalInterface
public interface JobObserver {

  void event(int rank, RankEvent event);
}
