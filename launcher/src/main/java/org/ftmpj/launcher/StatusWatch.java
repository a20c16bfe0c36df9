package org.ftmpj.launcher;

import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.launcher.registry.FoundJob;
import org.ftmpj.launcher.registry.JobRates;
import org.ftmpj.launcher.registry.JobState;
import org.ftmpj.launcher.registry.JobStatus;

/** Looks at a running job again and again, until it has ended. One thread. */
final class StatusWatch {
  /** The least that is needed for the first rates. */
  private static final Duration SOON = Duration.ofMillis(200);

  private final Supplier<FoundJob> find;
  private final Duration interval;
  private final Consumer<String> out;

  /**
   * @param find looks for the job; throws NO_SUCH_JOB
   * @param out gets one page at a time
   */
  StatusWatch(Supplier<FoundJob> find, Duration interval, Consumer<String> out) {
    this.find = find;
    this.interval = interval;
    this.out = out;
  }

  /**
   * Returns when the job runs no longer.
   *
   * @throws FtmpjException NO_SUCH_JOB if there is none from the start
   */
  void run() throws InterruptedException {
    JobStatus last = JobStatus.of(find.get());
    long lastNs = System.nanoTime();
    Duration pause = SOON.compareTo(interval) < 0 ? SOON : interval;
    while (last.job().state() == JobState.RUNNING) {
      Thread.sleep(pause.toMillis());
      Optional<JobStatus> next = next(last.job());
      if (next.isEmpty()) {
        out.accept("The job " + last.job().id() + " has ended." + System.lineSeparator());
        return;
      }
      long nowNs = System.nanoTime();
      out.accept(new JobRates(last, next.get(), nowNs - lastNs).text());
      last = next.get();
      lastNs = nowNs;
      pause = interval;
    }
    out.accept(last.text());
  }

  /** Empty if its directory has gone, perhaps while it was read. */
  private Optional<JobStatus> next(FoundJob job) {
    try {
      JobStatus status = JobStatus.of(find.get());
      return isThere(job) ? Optional.of(status) : Optional.empty();
    } catch (FtmpjException e) {
      if (isThere(job)) {
        throw e;
      }
      return Optional.empty();
    }
  }

  private static boolean isThere(FoundJob job) {
    return Files.exists(job.layout().job());
  }
}
