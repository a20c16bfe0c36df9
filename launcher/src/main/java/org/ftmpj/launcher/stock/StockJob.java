package org.ftmpj.launcher.stock;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.launcher.install.Installation;
import org.ftmpj.launcher.program.JavaCommand;
import org.ftmpj.launcher.program.RunRequest;
import org.ftmpj.supervisor.console.Console;
import org.ftmpj.supervisor.ending.EndNotice;
import org.ftmpj.supervisor.ending.JobEnd;
import org.ftmpj.supervisor.ending.StopSignal;
import org.ftmpj.supervisor.ending.Verdict;
import org.ftmpj.supervisor.rank.ProcessStatus;
import org.ftmpj.supervisor.rank.RankOutcome;
import org.ftmpj.supervisor.rank.RankProcess;

/**
 * A job on MPJ Express's own niodev, without agent, logs and supervision. As there, a rank that
 * misses Finalize does not end, and the first one that ends with another code than 0 ends the job.
 */
public final class StockJob {
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final RunRequest request;
  private final Installation installation;
  private final Console console;
  private final Verdict verdict;
  private final List<RankProcess> processes = new ArrayList<>();

  public StockJob(RunRequest request, Installation installation, Console console) {
    this.request = request;
    this.installation = installation;
    this.console = console;
    this.verdict = new Verdict(request.size());
  }

  /**
   * Runs it to its end; no process of it is left then.
   *
   * @return exit code
   */
  public int run() throws InterruptedException, IOException {
    console.onLoss(verdict::failed);
    StopSignal signal = new StopSignal(verdict);
    try (Starter starter = new Starter(request.size())) {
      return run(starter);
    } finally {
      signal.release();
    }
  }

  private int run(Starter starter) throws InterruptedException, IOException {
    Process guard = null;
    starter.start();
    JobEnd ending;
    int stopped;
    try {
      startAll(starter.port());
      guard = guard();
      ending = verdict.await();
    } finally {
      stopped = stopAll();
      if (guard != null) {
        guard.destroyForcibly();
      }
    }
    EndNotice.of(ending, stopped).ifPresent(console::notice);
    return exitCode(ending);
  }

  private void startAll(int port) {
    for (int rank = 0; rank < request.size(); rank++) {
      int r = rank;
      RankProcess process =
          RankProcess.start(
              command(rank, port).redirectInput(input(rank)),
              "rank " + rank,
              (stream, bytes, length) -> console.raw(r, stream, bytes, length));
      processes.add(process);
      Thread watcher = new Thread(() -> watch(r, process), "watcher of rank " + rank);
      watcher.setDaemon(true);
      watcher.start();
    }
  }

  private ProcessBuilder command(int rank, int port) {
    List<String> arguments = new ArrayList<>(request.jvmArguments());
    arguments.add("-cp");
    arguments.add(request.program().classPathWith(installation.mpjJar()));
    arguments.add(request.program().mainClass());
    arguments.addAll(request.mpjArguments(rank, port));
    arguments.addAll(request.program().arguments());
    ProcessBuilder command = JavaCommand.of(arguments);
    command.environment().put(Installation.MPJ_HOME, installation.mpjHome().toString());
    return command;
  }

  /** The input of a rank, as with FTMPJ. */
  private static ProcessBuilder.Redirect input(int rank) {
    return rank == 0
        ? ProcessBuilder.Redirect.INHERIT
        : ProcessBuilder.Redirect.from(new File("/dev/null"));
  }

  private void watch(int rank, RankProcess process) {
    try {
      process.await();
      process.drain();
      console.ended(rank);
      ProcessStatus status = process.status();
      String cause = status.isSignal() ? status.toString() : "";
      verdict.ended(rank, new RankOutcome.Finished(status.value(), cause));
    } catch (InterruptedException | RuntimeException | Error e) {
      verdict.failed(e);
    }
  }

  private static int exitCode(JobEnd ending) {
    if (ending instanceof JobEnd.Failed failed) {
      throw failed.reason();
    }
    return ending instanceof JobEnd.Over over ? over.code() : 0;
  }

  /** How many still ran. */
  private int stopAll() throws InterruptedException {
    int running = 0;
    for (RankProcess process : processes) {
      running += process.await(Duration.ZERO) ? 0 : 1;
    }
    processes.forEach(RankProcess::terminate);
    for (RankProcess process : processes) {
      if (!process.await(GRACE)) {
        process.kill();
        process.await();
      }
    }
    return running;
  }

  /**
   * Kills the ranks when this process is killed: without the agent they do not look at their
   * life-line. A shell that waits for the end of its standard input.
   */
  private Process guard() throws IOException {
    String script = "trap '' INT TERM; read end; kill -9 \"$@\" 2>/dev/null";
    List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", script, "ftmpj"));
    processes.forEach(process -> command.add(Long.toString(process.pid())));
    return new ProcessBuilder(command).start();
  }
}
