package org.ftmpj.supervisor.rank;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.OnlyUser;

/**
 * The process of one incarnation, with its life-line and the threads that pass its raw output on.
 */
public final class RankProcess {
  private static final Duration PUMP_GRACE = Duration.ofSeconds(1);

  private final Process process;
  private final List<Thread> pumps;

  private RankProcess(Process process, List<Thread> pumps) {
    this.process = process;
    this.pumps = pumps;
  }

  /**
   * Starts a process.
   *
   * @param name its name in messages
   * @param raw takes all its output; called by two threads
   * @throws FtmpjException CANNOT_START
   */
  public static RankProcess start(ProcessBuilder command, String name, RawOutput raw) {
    return start(command, name, OutputStream.nullOutputStream(), raw);
  }

  /**
   * Starts a process whose standard error is also recorded.
   *
   * @param stderr the file for its standard error
   */
  static RankProcess start(ProcessBuilder command, String name, Path stderr, RawOutput raw) {
    try {
      OnlyUser.write(stderr, new byte[0]);
      return start(command, name, Files.newOutputStream(stderr), raw);
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE, "cannot write " + stderr + " (" + Reason.of(e) + ")", e);
    }
  }

  private static RankProcess start(
      ProcessBuilder command, String name, OutputStream kept, RawOutput raw) {
    try {
      Process process = command.start();
      RawPump out = RawPump.passing(process.getInputStream(), 1, raw);
      RawPump err = RawPump.keeping(process.getErrorStream(), 2, raw, kept);
      return new RankProcess(
          process, List.of(pump(name + " stdout", out), pump(name + " stderr", err)));
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.CANNOT_START, "cannot start " + name + ": " + e.getMessage(), e);
    }
  }

  private static Thread pump(String name, RawPump pump) {
    Thread thread = new Thread(pump, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  public long pid() {
    return process.pid();
  }

  /** Waits until it is reaped. */
  public void await() throws InterruptedException {
    process.waitFor();
  }

  /** Waits until it is reaped, but not longer than that; returns whether it was. */
  public boolean await(Duration longest) throws InterruptedException {
    return process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Waits for the rest of its raw output, but at most for a second: processes that the program
   * started may hold the streams open for ever.
   */
  public void drain() throws InterruptedException {
    for (Thread pump : pumps) {
      pump.join(PUMP_GRACE.toMillis());
    }
  }

  public ProcessStatus status() {
    return new ProcessStatus(process.exitValue());
  }

  /** Asks it to end (SIGTERM). */
  public void terminate() {
    process.destroy();
  }

  /** Kills it and its children; works on a stopped process, too. */
  public void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
