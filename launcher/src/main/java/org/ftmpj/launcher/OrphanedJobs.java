package org.ftmpj.launcher;

import java.util.List;
import org.ftmpj.launcher.registry.FoundJob;
import org.ftmpj.launcher.registry.JobRegistry;
import org.ftmpj.launcher.registry.JobState;
import org.ftmpj.supervisor.console.Console;

/** Jobs whose launcher has died: what it has left behind is found by the next one. */
final class OrphanedJobs {
  private OrphanedJobs() {}

  /** Tells the user of those that there are. */
  static void hintAt(Console console) {
    List<FoundJob> orphans =
        JobRegistry.ofUser().all().stream()
            .filter(job -> job.state() == JobState.ORPHANED)
            .toList();
    if (!orphans.isEmpty()) {
      console.notice(
          (orphans.size() == 1 ? "a job was" : orphans.size() + " jobs were")
              + " left behind by a launcher that died; `ftmpj jobs` shows, `ftmpj clean` removes "
              + (orphans.size() == 1 ? "it" : "them"));
    }
  }
}
