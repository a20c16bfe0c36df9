package org.ftmpj.launcher.registry;

import java.nio.file.Files;
import java.util.function.Consumer;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.supervisor.job.CrashReports;
import org.ftmpj.supervisor.record.HostsRecord;

/**
 * The directories of jobs over several hosts whose daemon on this host was killed: it could not
 * remove them, and the launcher is on another host. The next daemon on this host does.
 */
public final class LostParts {
  private LostParts() {}

  /**
   * Removes those of this user, with their remaining processes, if they contain nothing that FTMPJ
   * has not made. Parts of recorded or resumable jobs and reports of crashes stay.
   *
   * @param notice receives what was removed and what could not be removed
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
        // A problem there does not concern the job that begins.
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
