package org.ftmpj.launcher.demo;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.ftmpj.launcher.install.Installation;
import org.ftmpj.launcher.job.Job;
import org.ftmpj.launcher.job.JobOptions;
import org.ftmpj.launcher.program.RunRequest;
import org.ftmpj.supervisor.console.Console;

/** Runs a program twice, the second time with failures, and tells the story. */
final class Demo {
  private static final int MASTER = 0;
  private static final int WORKER = 2;
  private static final double WORKER_DIES_AT = 0.2;
  private static final double MASTER_DIES_AT = 0.6;

  private final Installation installation;
  private final JobOptions options;
  private final PrintWriter out;

  Demo(Installation installation, JobOptions options, PrintWriter out) {
    this.installation = installation;
    this.options = options;
    this.out = out;
  }

  /** The result of one run. */
  private record Run(int exitCode, long milliseconds, long operations) {}

  /**
   * @param request the program that writes its result into that file
   * @return whether both results are the same, and ranks really died and recovered in between
   */
  boolean run(Function<Path, RunRequest> request, Path right, Path result)
      throws InterruptedException, IOException {
    say("FTMPJ demo: the Mandelbrot set as a task farm of 4 MPJ Express processes,");
    say("first without failure, then with kill -9 of rank 2 and of rank 0, the farmer.");
    say("");
    say("--- 1. Without failure");
    Run first = run(request.apply(right), new DemoTimeline(), OptionalLong.empty());
    say("Done in " + first.milliseconds() + " ms, exit code " + first.exitCode() + ".");
    say("");
    say("--- 2. With failures");
    DemoTimeline timeline = new DemoTimeline();
    Run second = run(request.apply(result), timeline, OptionalLong.of(first.operations()));
    say("Done in " + second.milliseconds() + " ms, exit code " + second.exitCode() + ".");
    say("");
    say("--- 3. What happened");
    timeline.story().forEach(this::say);
    say("");
    return verdict(List.of(first, second), timeline, right, result);
  }

  /**
   * @param operations of the farmer in the run without failure, to tell when to kill; empty for
   *     that run itself
   */
  private Run run(RunRequest request, DemoTimeline timeline, OptionalLong operations)
      throws InterruptedException {
    // One stream, so that notices stand between the lines they belong to.
    OutputStream one = new FileOutputStream(FileDescriptor.out);
    try (Console console = new Console(one, one, true)) {
      Job job = new Job(request, options, installation, console, timeline);
      Thread killer = new Thread(killer(job, timeline, operations), "killer");
      killer.setDaemon(true);
      killer.start();
      try {
        return timed(job);
      } finally {
        killer.interrupt();
        killer.join();
      }
    }
  }

  private static RankKiller killer(Job job, DemoTimeline timeline, OptionalLong operations) {
    List<RankKiller.Kill> kills =
        operations.isEmpty()
            ? List.of()
            : List.of(
                new RankKiller.Kill(WORKER, WORKER_DIES_AT),
                new RankKiller.Kill(MASTER, MASTER_DIES_AT));
    return new RankKiller(
        timeline, () -> (double) job.figures().progress(MASTER) / operations.orElse(1), kills);
  }

  private static Run timed(Job job) throws InterruptedException {
    long startNs = System.nanoTime();
    int exitCode = job.run();
    return new Run(
        exitCode, (System.nanoTime() - startNs) / 1_000_000, job.figures().progress(MASTER));
  }

  private boolean verdict(List<Run> runs, DemoTimeline timeline, Path right, Path result)
      throws IOException {
    boolean ended = runs.stream().allMatch(run -> run.exitCode() == 0);
    boolean recovered = timeline.hasRecovered(WORKER) && timeline.hasRecovered(MASTER);
    boolean same = Files.exists(right) && Files.exists(result) && Files.mismatch(right, result) < 0;
    say((ended ? "Both runs ended with exit code 0." : "A run did not end with exit code 0."));
    say(
        recovered
            ? "Both killed ranks recovered."
            : "A rank was not killed in time or did not recover.");
    say(
        same
            ? "The pictures are the same, byte by byte (" + Files.size(right) + " bytes):"
            : "The pictures differ or are missing:");
    say("  " + right);
    say("  " + result);
    boolean pass = ended && recovered && same;
    say(pass ? "PASS" : "FAIL");
    return pass;
  }

  private void say(String line) {
    out.println(line);
    out.flush();
  }
}
