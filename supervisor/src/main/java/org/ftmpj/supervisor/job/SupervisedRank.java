package org.ftmpj.supervisor.job;

import org.ftmpj.supervisor.console.JobConsole;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.rank.RankEvent;
import org.ftmpj.supervisor.rank.RankPorts;

/**
 * The connection of one rank's supervisor with its job: the console shows the rank's output and
 * what happens to it, the verdict learns its end.
 */
record SupervisedRank(int rank, JobRanks job, JobConsole console, Verdict verdict)
    implements RankPorts {

  @Override
  public ProcessBuilder command(int incarnation) {
    return job.command(rank, incarnation);
  }

  @Override
  public long progress(int incarnation) {
    return job.progress(rank, incarnation);
  }

  @Override
  public long signs() {
    return job.signs(rank);
  }

  @Override
  public void suspect(long silentMs, long suspicions) {
    job.suspect(rank, silentMs, suspicions);
  }

  @Override
  public void ringDoorbells() {
    job.ringDoorbells();
  }

  @Override
  public void rawOutput(int stream, byte[] bytes, int length) {
    console.raw(rank, stream, bytes, length);
  }

  @Override
  public void event(RankEvent event) {
    if (event instanceof RankEvent.Died) {
      console.died(rank);
    } else if (event instanceof RankEvent.Recovered) {
      console.recovered(rank);
    }
    Notices.of(rank, event).ifPresent(console::notice);
    job.event(rank, event);
    if (event instanceof RankEvent.Ended ended) {
      console.ended(rank);
      verdict.ended(rank, ended.outcome());
    }
  }
}
