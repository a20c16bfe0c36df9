package org.ftmpj.launcher;

import org.ftmpj.launcher.registry.JobRegistry;
import org.ftmpj.launcher.registry.JobStatus;
import org.ftmpj.launcher.registry.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ftmpj status JOB}: one job, rank by rank. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = "Shows a job: its ranks, their deaths and progress, its logs and event logger.",
    footer = {
      "",
      "CLOCK counts the MPI operations of a rank: a rank whose clock stands still waits or computes.",
      "A rank is running, recovering (re-executing), restarting, suspended (by a signal), dead (with",
      "its launcher), ended CODE, or stopped FTMPJ-CODE."
    })
final class StatusCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Parameters(paramLabel = "JOB", description = "Its id, as `ftmpj jobs` lists it, or directory.")
  private String job;

  @Override
  public void run() {
    JobStatus status = JobStatus.of(JobRegistry.ofUser().find(job));
    Answer.print(spec, json ? Json.of(status.json()) + "\n" : status.text());
  }
}
