package org.ftmpj.hostd.job;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.supervisor.ending.JobEnd;
import org.ftmpj.supervisor.ending.StopSignal;
import org.ftmpj.supervisor.ending.Verdict;

/**
 * The daemon of a host: joins a launcher, does its part of one job, and ends. If the launcher is
 * lost it continues with the successor, or stops its ranks and removes their files.
 */
public final class HostDaemon {
  private final HostServices services;
  private final SearchTimes times;
  // The launcher decides when all is well.
  private final Verdict verdict = new Verdict(Integer.MAX_VALUE);
  private final Instructions instructions = new Instructions(verdict);
  private final LauncherLink launcher = new LauncherLink(instructions);

  public HostDaemon(HostServices services) {
    this(services, SearchTimes.STANDARD);
  }

  HostDaemon(HostServices services, SearchTimes times) {
    this.services = services;
    this.times = times;
  }

  /**
   * Handles the end of standard input, which the launcher or its remote shell holds: one of the two
   * has ended. If it is the launcher, it does not answer.
   */
  public void inputEnded() {
    launcher.requireAnswer();
  }

  /** Handles a failure that ends the job. Any thread; does not wait. */
  public void fail(FtmpjException why) {
    verdict.failed(why);
  }

  /**
   * Does its part of the job.
   *
   * @param addresses the launcher's addresses
   * @throws FtmpjException if FTMPJ could not continue on this host, which the launcher was told,
   *     or the launcher is lost
   */
  public void run(List<InetSocketAddress> addresses) throws InterruptedException {
    StopSignal signal = new StopSignal(verdict);
    verdict.known().thenAcceptAsync(this::tell);
    try {
      launcher.open(services.sessions(), addresses);
      launcher.tell(
          new ToLauncher.Joined(
              System.getProperty("java.version"), services.sessions().addresses()));
      Optional<JobOrder> order = instructions.awaitOrder();
      if (order.isPresent()) {
        run(order.get());
      } else {
        launcher.tellAtLast(new ToLauncher.Left(""));
      }
    } finally {
      signal.release();
      launcher.close();
      services.sessions().close();
    }
    launcher
        .loss()
        .ifPresent(
            loss -> {
              throw loss;
            });
  }

  private void run(JobOrder order) throws InterruptedException {
    HostJob job;
    try {
      job = HostJob.prepare(order, services, launcher, instructions, verdict);
    } catch (FtmpjException e) {
      failed(e);
      launcher.tell(new ToLauncher.Stopped(0, false));
      instructions.awaitLeave();
      launcher.tellAtLast(new ToLauncher.Left(""));
      return;
    }
    LocalLogger logger = LocalLogger.start(order, job.directory(), services, launcher, verdict);
    launcher.tell(job.ready(logger.await()));
    Optional<ToHost.Start> start = instructions.awaitStart();
    if (start.isPresent()) {
      job.run(start.get(), times);
    } else {
      launcher.tell(new ToLauncher.Stopped(0, false));
    }
    leave(job, logger, order);
  }

  /** A failure that the launcher does not know from its ranks, and has not reported itself. */
  private void tell(JobEnd ending) {
    if (instructions.haveStopped()) {
      return;
    }
    if (ending instanceof JobEnd.Failed failed) {
      failed(failed.reason());
    } else if (ending instanceof JobEnd.Signalled signalled) {
      failed(new FtmpjException(ErrorCode.JOB_STOPPED, "its daemon was " + signalled));
    }
  }

  private void failed(FtmpjException e) {
    launcher.tell(new ToLauncher.Failed(e.code(), e.what()));
  }

  private void leave(HostJob job, LocalLogger logger, JobOrder order) throws InterruptedException {
    ToHost.Rest rest = order.settings().record() ? ToHost.Rest.RETAINED : ToHost.Rest.REMOVED;
    String ending = "the launcher was lost";
    // Unless the job is over: this host may just be cut off, and others need its copies.
    boolean copiesStay = order.sharedCopies().isPresent();
    try {
      ToHost.Leave leave = instructions.awaitLeave();
      rest = leave.rest();
      copiesStay = rest == ToHost.Rest.RESUMABLE;
      ending = leave.ending();
    } catch (FtmpjException launcherLost) {
      // Continues: the files of this host are removed or left all the same; run throws it in the
      // end.
      ending = launcherLost.what();
      if (order.settings().resumable() && !LauncherLoss.isGivenUp(launcherLost)) {
        rest = ToHost.Rest.RESUMABLE;
        copiesStay = true;
      }
    }
    job.disconnect(copiesStay);
    logger.stop();
    Optional<Path> kept = job.leave(rest, ending);
    launcher.tellAtLast(new ToLauncher.Left(kept.map(Path::toString).orElse("")));
  }
}
