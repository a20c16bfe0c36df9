package org.ftmpj.launcher.registry;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.ftmpj.common.config.Options;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.LoggerPlace;
import org.ftmpj.supervisor.record.ProcessIdentity;
import org.ftmpj.supervisor.record.ProcessRecord;

/**
 * The processes of a job, however they were started: all that have its directory in their
 * environment, which child processes of ranks inherit.
 */
final class JobProcesses {
  private static final long LONGEST_END_S = 10;

  private final JobLayout layout;

  private JobProcesses(JobLayout layout) {
    this.layout = layout;
  }

  static JobProcesses of(JobLayout layout) {
    return new JobProcesses(layout);
  }

  /** The processes of the job that live now, except this one and its ancestors. */
  List<ProcessHandle> all() {
    Set<Long> known = recorded();
    String mark = Options.JOB_DIR.environment() + "=" + layout.directory();
    Set<Long> ours = ancestry();
    Predicate<ProcessHandle> belongs =
        process -> known.contains(process.pid()) || hasInEnvironment(process, mark);
    return ProcessHandle.allProcesses()
        .filter(ProcessHandle::isAlive)
        .filter(process -> !ours.contains(process.pid()))
        .filter(belongs)
        .toList();
  }

  private static Set<Long> ancestry() {
    Set<Long> pids = new HashSet<>();
    Optional<ProcessHandle> process = Optional.of(ProcessHandle.current());
    while (process.isPresent() && pids.add(process.get().pid())) {
      process = process.get().parent();
    }
    return pids;
  }

  /** The recorded processes that still are the same processes. */
  private Set<Long> recorded() {
    Set<Long> pids = new HashSet<>();
    for (int rank = 0; Files.exists(layout.process(rank)); rank++) {
      read(layout.process(rank)).ifPresent(pids::add);
    }
    LoggerPlace.all(layout).forEach(place -> read(place.process()).ifPresent(pids::add));
    return pids;
  }

  private static Optional<Long> read(Path file) {
    try {
      return ProcessRecord.read(file)
          .map(ProcessRecord::process)
          .filter(ProcessIdentity::isAlive)
          .map(ProcessIdentity::pid);
    } catch (FtmpjException damaged) {
      return Optional.empty(); // Its environment tells, too.
    }
  }

  private static boolean hasInEnvironment(ProcessHandle process, String mark) {
    try {
      Path file = Path.of("/proc", Long.toString(process.pid()), "environ");
      String environment = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      return ("\0" + environment).contains("\0" + mark + "\0");
    } catch (IOException notOurs) {
      return false; // It has ended, or belongs to another user, or there is no /proc.
    }
  }

  /**
   * Kills them all, and those they start meanwhile.
   *
   * @return their number
   */
  int kill() {
    int killed = 0;
    for (List<ProcessHandle> left = all(); !left.isEmpty(); left = all()) {
      left.forEach(ProcessHandle::destroyForcibly);
      left.forEach(JobProcesses::awaitEnd);
      killed += left.size();
    }
    return killed;
  }

  private static void awaitEnd(ProcessHandle process) {
    CompletableFuture<ProcessHandle> end = process.onExit();
    try {
      end.get(LONGEST_END_S, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw lives(process, e);
    } catch (ExecutionException | TimeoutException e) {
      throw lives(process, e);
    }
  }

  private static FtmpjException lives(ProcessHandle process, Exception e) {
    return new FtmpjException(
        ErrorCode.JOB_RUNNING, "process " + process.pid() + " of the job does not end", e);
  }
}
