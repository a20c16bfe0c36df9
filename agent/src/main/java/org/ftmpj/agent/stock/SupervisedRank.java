package org.ftmpj.agent.stock;

import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.job.Notices;
import org.ftmpj.supervisor.rank.RankEvent;
import org.ftmpj.supervisor.rank.RankPorts;
import org.ftmpj.transport.control.ControlBlock;

/** The rank of this supervisor, connected with the job. */
record SupervisedRank(
    int rank, RankCommand rankCommand, ControlBlock control, Console console, Verdict verdict)
    implements RankPorts {

  @Override
  public ProcessBuilder command(int incarnation) {
    return rankCommand.of(incarnation);
  }

  @Override
  public long progress() {
    return control.progress(rank);
  }

  @Override
  public void ringDoorbells() {
    control.ringAll();
  }

  @Override
  public void rawOutput(int stream, byte[] bytes, int length) {
    console.raw(rank, stream, bytes, length);
  }

  @Override
  public void event(RankEvent event) {
    Notices.of(rank, event).ifPresent(console::notice);
    if (event instanceof RankEvent.Ended ended) {
      console.ended(rank);
      verdict.ended(ended.outcome());
    }
  }
}
