package org.ftmpj.launcher.job;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.launcher.registry.JobRegistry;
import org.ftmpj.logger.client.EndedJob;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.ending.JobEnd;
import org.ftmpj.supervisor.ending.StopSignal;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.job.DirectorySync;
import org.ftmpj.supervisor.job.JobRun;
import org.ftmpj.supervisor.record.ProcessIdentity;
import org.ftmpj.supervisor.record.StoppedRecord;

/**
 * A job in the process that coordinates it, from its directory to its end: a job on this host, or a
 * job on several hosts whose launcher this process is or has replaced. One thread.
 */
public abstract class JobCoordinator {
  protected final Console console;
  protected final Verdict verdict;
  protected final JobFigures figures = new JobFigures();

  /**
   * @param ranks number of ranks of the job
   */
  protected JobCoordinator(Console console, int ranks) {
    this.console = console;
    this.verdict = new Verdict(ranks);
  }

  /**
   * Makes the directory, or takes it over. First.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE, and why the job cannot be resumed
   */
  protected abstract JobLayout open();

  /**
   * Runs the job until no rank of it is left.
   *
   * @throws FtmpjException why FTMPJ could not continue
   */
  protected abstract JobEnd run(JobLayout layout) throws InterruptedException;

  /** Leaves the directory, or removes it. Last. */
  protected abstract void end(JobEnd ending, JobLayout layout) throws InterruptedException;

  /** Notes that nothing can be shown any more. */
  protected void consoleLost(FtmpjException why) {
    verdict.failed(why);
  }

  /** Takes the source of its progress from now on. */
  public final JobFigures figures() {
    return figures;
  }

  /**
   * Runs it to its end; then no process and no file of it remains, unless it is to be kept or FTMPJ
   * could not continue. To be called once.
   *
   * @return exit code
   * @throws FtmpjException if FTMPJ could not continue
   */
  public final int run() throws InterruptedException {
    console.onLoss(this::consoleLost);
    StopSignal signal = new StopSignal(verdict);
    try {
      JobLayout layout = open();
      figures.begin(layout);
      JobEnd ending;
      try {
        ending = run(layout);
      } catch (FtmpjException e) {
        ending = new JobEnd.Failed(e);
      }
      end(ending, layout);
      return exitCode(ending);
    } finally {
      signal.release();
    }
  }

  /**
   * The exit code of this process.
   *
   * @throws FtmpjException if FTMPJ could not continue
   */
  protected int exitCode(JobEnd ending) {
    return JobHome.exitCode(ending);
  }

  /**
   * Leaves all data required to resume the job in files that survive a crash of this host.
   *
   * @param id of the job on the command line
   * @param kept whether the directory stays when the job ends later
   * @param finished ranks that had ended, and their codes
   */
  protected final void stop(
      JobEnd ending,
      JobLayout layout,
      String id,
      boolean kept,
      Map<Integer, Integer> finished,
      List<StoppedRecord.Printed> printed) {
    StoppedRecord record =
        new StoppedRecord(
            ProcessIdentity.current(),
            Instant.now(),
            ending.toString(),
            false,
            kept,
            finished,
            printed);
    // First of all: a batch system may kill this process soon.
    record.write(layout.stopped());
    DirectorySync.sync(layout.directory());
    record.onTheDisk().write(layout.stopped());
    console.notice("`ftmpj resume " + id + "` goes on with it");
  }

  /**
   * Leaves the directory of a job that is over if it is to be kept, else removes it.
   *
   * @param toVerify how to repeat ranks from a directory that is kept, for the user
   */
  protected final void leave(
      JobEnd ending, JobLayout layout, boolean kept, Optional<String> toVerify)
      throws InterruptedException {
    if (kept) {
      new JobRun(layout, console, verdict).keep(ending);
      toVerify.ifPresent(console::notice);
      JobRegistry.ofUser().tidy();
    } else {
      remove(layout, EndedJob::forget);
    }
  }

  /** Removes the directory of a job that continues with another coordinator. */
  protected final void leaveToAnother(JobLayout layout) throws InterruptedException {
    remove(layout, goesOn -> Optional.empty());
  }

  private void remove(JobLayout layout, JobRun.Forgetting forgetting) throws InterruptedException {
    new JobRun(layout, console, verdict).remove(forgetting);
    JobRegistry.ofUser().tidy();
  }
}
