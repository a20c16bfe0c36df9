package org.ftmpj.launcher.job;

import org.ftmpj.protocol.error.FtmpjException;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.job.Notices;
import org.ftmpj.supervisor.rank.RankEvent;
import org.ftmpj.supervisor.rank.RankOutcome;
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
      judge(ended.outcome());
    }
  }

  private void judge(RankOutcome outcome) {
    if (outcome instanceof RankOutcome.Finished finished) {
      verdict.ended(finished.code());
    } else if (outcome instanceof RankOutcome.FailStopped stopped) {
      verdict.failed(reason(stopped));
    }
  }

  /** The message of a rank that stopped itself has its code and next step already. */
  private static FtmpjException reason(RankOutcome.FailStopped stopped) {
    String what = stopped.message();
    String code = stopped.code() + ": ";
    String nextStep = ". " + stopped.code().nextStep();
    what = what.startsWith(code) ? what.substring(code.length()) : what;
    what = what.endsWith(nextStep) ? what.substring(0, what.length() - nextStep.length()) : what;
    return new FtmpjException(stopped.code(), what);
  }
}
