package org.ftmpj.launcher.registry;

import java.nio.file.Files;
import java.util.function.Consumer;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.supervisor.job.CrashReports;
import org.ftmpj.supervisor.record.HostsRecord;

/**
 * The directories of jobs over several hosts whose daemon on this host was killed: it could not
 * remove them, and the launcher is elsewhere. The next daemon here does.
 */
public final class LostParts {
  private LostParts() {}

  /**
   * Removes those of this user, with the processes that they still have, if nothing is in them that
   * FTMPJ has not made. What was to be kept stays: parts of jobs that are recorded or can be
   * resumed, reports of crashes.
   *
   * @param notice is told what was removed, and what could not be
   */
  public static void remove(Consumer<String> notice) throws InterruptedException {
    JobRegistry registry = JobRegistry.ofUser();
    for (FoundJob job : registry.all()) {
      try {
        if (isLost(job)) {
          CleanUp.Removed removed = CleanUp.remove(job);
          notice.accept(
              "removed %s, which a daemon that was killed has left; %d processes ended"
                  .formatted(job.layout().directory(), removed.processes()));
        }
      } catch (FtmpjException e) {
        // What is wrong there is no matter of the job that begins here.
        notice.accept(e.getMessage());
      }
    }
    registry.tidy();
  }

  private static boolean isLost(FoundJob job) {
    return job.state() == JobState.ORPHANED
        && HostsRecord.read(job.layout().hosts()).filter(hosts -> hosts.self() > 0).isPresent()
        && !Files.exists(job.layout().classes())
        && !Files.exists(job.layout().launch())
        && !CrashReports.areIn(job.layout());
  }
}
