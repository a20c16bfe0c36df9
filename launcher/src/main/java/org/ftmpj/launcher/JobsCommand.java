package org.ftmpj.launcher;

import java.util.List;
import org.ftmpj.launcher.registry.FoundJob;
import org.ftmpj.launcher.registry.JobListing;
import org.ftmpj.launcher.registry.JobRegistry;
import org.ftmpj.launcher.registry.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ftmpj jobs}: the jobs of this user on this host. */
@Command(
    name = "jobs",
    mixinStandardHelpOptions = true,
    description = "Lists your jobs on this host: running, stopped, ended and kept, or left behind.",
    footer = {
      "",
      "running   its launcher lives",
      "ended     its directory was kept, on request or because FTMPJ could not continue",
      "stopped   it can be resumed: `ftmpj resume JOB`",
      "elsewhere its launcher is lost, and the job continues on its hosts:"
          + " `ftmpj run --attach JOB`",
      "orphaned  its launcher died; `ftmpj clean` removes what it left behind",
      "unknown   its record cannot be read"
    })
final class JobsCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Override
  public void run() {
    List<FoundJob> jobs = JobRegistry.ofUser().all();
    CommandOutput.print(spec, json ? Json.of(JobListing.json(jobs)) + "\n" : JobListing.text(jobs));
  }
}
