package org.ftmpj.launcher;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.launcher.registry.CleanUp;
import org.ftmpj.launcher.registry.CleanUp.Removed;
import org.ftmpj.launcher.registry.FoundJob;
import org.ftmpj.launcher.registry.JobRegistry;
import org.ftmpj.launcher.registry.JobState;
import org.ftmpj.launcher.registry.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ftmpj clean}: removes what is left of jobs whose launcher is dead. */
@Command(
    name = "clean",
    mixinStandardHelpOptions = true,
    description = {
      "Removes the remains of jobs whose launcher is dead: their directories, and"
          + " processes that still belong to them. Never touches a running job, nor files that"
          + " FTMPJ has not made."
    },
    footer = {
      "",
      "Without JOB and --all: every job that is orphaned. Directories of ended jobs"
          + " were kept for a reason: name them, or use --all. A stopped job can be resumed,"
          + " and is removed only if it is named."
    })
final class CleanCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--all", description = "Every job that is neither running nor stopped.")
  private boolean all;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Parameters(
      arity = "0..*",
      paramLabel = "JOB",
      description = "Ids of jobs, as `ftmpj jobs` lists them, or directories.")
  private List<String> names = new ArrayList<>();

  @Override
  public Integer call() throws InterruptedException {
    if (all && !names.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "JOB and --all exclude each other");
    }
    JobRegistry registry = JobRegistry.ofUser();
    List<FoundJob> jobs = jobs(registry);
    List<Removed> removed = new ArrayList<>();
    List<FtmpjException> refused = new ArrayList<>();
    for (FoundJob job : jobs) {
      try {
        removed.add(CleanUp.remove(job));
      } catch (FtmpjException e) {
        refused.add(e);
      }
    }
    registry.tidy();
    CommandOutput.print(
        spec, json ? Json.of(json(removed)) + "\n" : text(removed) + spared(registry));
    requireNone(refused);
    return 0;
  }

  private List<FoundJob> jobs(JobRegistry registry) {
    if (!names.isEmpty()) {
      return names.stream().map(registry::find).toList();
    }
    return registry.all().stream()
        .filter(job -> all ? isOver(job) : job.state() == JobState.ORPHANED)
        .filter(job -> !job.isTakenOver())
        .toList();
  }

  private static boolean isOver(FoundJob job) {
    return !job.isRunning() && job.state() != JobState.STOPPED;
  }

  /** What the user may think was removed. */
  private String spared(JobRegistry registry) {
    return registry.all().stream()
        .flatMap(job -> why(job).map(why -> keptText(job.id(), why)).stream())
        .collect(Collectors.joining());
  }

  private Optional<String> why(FoundJob job) {
    if (all && job.state() == JobState.STOPPED) {
      return Optional.of("is stopped: `ftmpj resume " + job.id() + "` goes on with it");
    }
    return names.isEmpty() && job.isTakenOver()
        ? Optional.of("goes on on its hosts: `ftmpj run --attach " + job.id() + "` shows it")
        : Optional.empty();
  }

  private static String keptText(String id, String why) {
    return "kept job %s, which %s, `ftmpj clean %s` removes it%n".formatted(id, why, id);
  }

  private static String text(List<Removed> removed) {
    if (removed.isEmpty()) {
      return "nothing removed" + System.lineSeparator();
    }
    return removed.stream()
        .map(
            one ->
                "removed job %s: %s, %d MiB, %d processes ended%n"
                        .formatted(
                            one.job().id(),
                            one.job().layout().directory(),
                            one.bytes() >> 20,
                            one.processes())
                    + one.remainder().map("  but %s%n"::formatted).orElse(""))
        .collect(Collectors.joining());
  }

  private static List<Map<String, Object>> json(List<Removed> removed) {
    List<Map<String, Object>> all = new ArrayList<>();
    for (Removed one : removed) {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("id", one.job().id());
      map.put("directory", one.job().layout().directory());
      map.put("bytes", one.bytes());
      map.put("processes_ended", one.processes());
      map.put("remainder", one.remainder());
      all.add(map);
    }
    return all;
  }

  private static void requireNone(List<FtmpjException> refused) {
    if (!refused.isEmpty()) {
      throw new FtmpjException(
          refused.get(0).code(),
          refused.stream().map(FtmpjException::what).collect(Collectors.joining("; ")));
    }
  }
}
