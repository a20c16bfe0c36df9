package org.ftmpj.supervisor.rank;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;

/** The process of one incarnation, with its life-line and what passes its raw output on. */
final class RankProcess {
  private static final Duration PUMP_GRACE = Duration.ofSeconds(1);

  private final Process process;
  private final List<Thread> pumps;

  private RankProcess(Process process, List<Thread> pumps) {
    this.process = process;
    this.pumps = pumps;
  }

  /**
   * @param stderr where raw standard error is kept, beside being passed on
   * @throws FtmpjException CANNOT_START
   */
  static RankProcess start(ProcessBuilder command, String name, Path stderr, RawPump.Sink raw) {
    try {
      OutputStream kept = Files.newOutputStream(stderr);
      Process process = command.start();
      return new RankProcess(
          process,
          List.of(
              pump(name + " stdout", RawPump.passing(process.getInputStream(), 1, raw)),
              pump(name + " stderr", RawPump.keeping(process.getErrorStream(), 2, raw, kept))));
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

  long pid() {
    return process.pid();
  }

  /** Waits until it is reaped. */
  void await() throws InterruptedException {
    process.waitFor();
  }

  /** Waits until it is reaped, but not longer than that; whether it was. */
  boolean await(Duration longest) throws InterruptedException {
    return process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Waits for the rest of its raw output, for a second at most: processes that the program started
   * may keep the streams open for ever.
   */
  void drain() throws InterruptedException {
    for (Thread pump : pumps) {
      pump.join(PUMP_GRACE.toMillis());
    }
  }

  ProcessStatus status() {
    return new ProcessStatus(process.exitValue());
  }

  /** Asks it to end (SIGTERM). */
  void terminate() {
    process.destroy();
  }

  /** Kills it and what it has started; works on a stopped process too. */
  void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
