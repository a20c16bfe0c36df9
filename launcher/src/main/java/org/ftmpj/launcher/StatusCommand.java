package org.ftmpj.launcher;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import org.ftmpj.launcher.cli.ValidatedCommand;
import org.ftmpj.launcher.registry.JobRegistry;
import org.ftmpj.launcher.registry.JobStatus;
import org.ftmpj.launcher.registry.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
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
      "LAST RECOVERY is from the start of its virtual machine. PER SECOND is the clock's.",
      "GATE WAITS: how often a rank had to wait until the event logger had acknowledged"
          + " its determinants, and how long in all; with --watch how often per second, and the"
          + " share of the time.",
      "CLOCK counts the MPI operations of a rank. Below the table are the waits of its"
          + " threads that last a second or longer: the call, the other rank, the tag, and the"
          + " line of the program. Ranks are those of COMM_WORLD.",
      "CHECKPOINT is the last one of a rank that takes any. TO REPEAT is the time that"
          + " the rank would take to recover if it failed now, without the start of its process:"
          + " the processor time that it has used since then, because it does not wait for"
          + " others meanwhile. For a process on another host it is only an upper bound, the"
          + " time since then.",
      "A rank is running, recovering (re-executing), restarting, suspended (by a"
          + " signal), dead (with its launcher), stopped (with its job, to be resumed),"
          + " ended CODE, or stopped FTMPJ-CODE."
    })
final class StatusCommand implements Runnable, ValidatedCommand {
  private static final double LEAST_SECONDS = 0.1;
  private static final double MOST_SECONDS = 3600;

  /** A terminal: to the upper left corner, and nothing below it. */
  private static final String CLEAR = "\033[H\033[J";

  @Spec private CommandSpec spec;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Option(
      names = "--watch",
      arity = "0..1",
      paramLabel = "SECONDS",
      preprocessor = Seconds.class,
      description = "Repeat every SECONDS, by default every second, until the job has ended.")
  private Double watch;

  @Parameters(
      paramLabel = "JOB",
      description = "The job's id, as `ftmpj jobs` lists it, or its directory.")
  private String job;

  /** The argument after the option is the job, unless it is a number. */
  static final class Seconds implements IParameterPreprocessor {
    @Override
    public boolean preprocess(
        Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      if (args.isEmpty() || !args.peek().matches("'?[0-9]+([.][0-9]+)?'?")) {
        args.push("1");
      }
      return false;
    }
  }

  @Override
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    if (watch != null && json) {
      problems.add("--watch and --json exclude each other");
    }
    if (watch != null && (watch < LEAST_SECONDS || watch > MOST_SECONDS)) {
      problems.add("--watch: SECONDS must be 0.1 to 3600");
    }
    return problems;
  }

  @Override
  public void run() {
    if (watch == null) {
      show();
      return;
    }
    try {
      Duration interval = Duration.ofMillis((long) (watch * 1000));
      new StatusWatch(() -> JobRegistry.ofUser().find(job), interval, this::page).run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void page(String text) {
    String separator = Terminal.isThere() ? CLEAR : System.lineSeparator();
    CommandOutput.print(spec, separator + text);
  }

  private void show() {
    JobStatus status = JobStatus.of(JobRegistry.ofUser().find(job));
    CommandOutput.print(spec, json ? Json.of(status.json()) + "\n" : status.text());
  }
}
