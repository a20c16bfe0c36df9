package org.ftmpj.launcher.job;

import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.job.Notices;
import org.ftmpj.supervisor.rank.RankEvent;
import org.ftmpj.supervisor.rank.RankPorts;
import org.ftmpj.transport.control.ControlBlock;

/** One rank's supervisor, connected with the job. */
final class JobRank implements RankPorts {
  private final int rank;
  private final RankCommand command;
  private final ControlBlock control;
  private final Console console;
  private final Verdict verdict;
  private final JobObserver observer;

  JobRank(
      int rank,
      RankCommand command,
      ControlBlock control,
      Console console,
      Verdict verdict,
      JobObserver observer) {
    this.rank = rank;
    this.command = command;
    this.control = control;
    this.console = console;
    this.verdict = verdict;
    this.observer = observer;
  }

  @Override
  public ProcessBuilder command(int incarnation) {
    return command.of(rank, incarnation);
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
    observer.event(rank, event);
    if (event instanceof RankEvent.Ended ended) {
      console.ended(rank);
      verdict.ended(ended.outcome());
    }
  }
}
