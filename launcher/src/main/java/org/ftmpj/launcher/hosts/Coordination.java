package org.ftmpj.launcher.hosts;

import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.supervisor.ending.JobEnd;
import org.ftmpj.supervisor.ending.Verdict;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of a job on several hosts from phase to phase, the same for every coordinator. One
 * thread.
 *
 * @param hosts of the job
 * @param end waits for the end of the job, as this coordinator sees it
 * @param resumable whether a job that ends so is to be resumed later
 * @param kept whether directories of a job that ends so stay; is told whether a virtual machine has
 *     crashed anywhere
 */
record Coordination(
    CoordinatorDuties duties,
    HostGroup hosts,
    Verdict verdict,
    Supplier<JobEnd> end,
    Predicate<JobEnd> resumable,
    BiPredicate<JobEnd, Boolean> kept) {
  private static final Logger LOG = LoggerFactory.getLogger(Coordination.class);

  /**
   * Runs a job to its end.
   *
   * @throws FtmpjException if this coordinator cannot go on, and the job may
   */
  JobEnd run(JobPhase first) throws InterruptedException {
    JobPhase phase = first;
    while (!(phase instanceof JobPhase.Ended)) {
      phase = transition(phase);
    }
    return ((JobPhase.Ended) phase).ending();
  }

  /** Passes a phase; what follows. A job whose end is known is ended, however far it is. */
  JobPhase transition(JobPhase old) throws InterruptedException {
    JobPhase.Next next = passed(old);
    boolean ends =
        next.phase() instanceof JobPhase.Ending || next.phase() instanceof JobPhase.Ended;
    if (verdict.isKnown() && !ends) {
      next = over();
    }
    LOG.debug("{} -> {}: {}", name(old), name(next.phase()), next.why());
    return next.phase();
  }

  private JobPhase.Next passed(JobPhase phase) throws InterruptedException {
    try {
      return phase.pass();
    } catch (FtmpjException e) {
      if (!(phase instanceof JobPhase.Preparation)) {
        throw e;
      }
      verdict.failed(e);
      return over();
    }
  }

  private static String name(JobPhase phase) {
    return phase.getClass().getSimpleName();
  }

  /** Waits for the end of the job, which is what follows then. */
  JobPhase.Next over() {
    JobEnd known = end.get();
    return new JobPhase.Next(new JobPhase.Ending(this, known), known.toString());
  }

  /** Ends the job on all hosts; how it ends. */
  JobEnd end(JobEnd known) throws InterruptedException {
    return duties.end(known, hosts, crashed -> kept.test(known, crashed), resumable.test(known));
  }
}
