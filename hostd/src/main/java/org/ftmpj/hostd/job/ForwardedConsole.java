package org.ftmpj.hostd.job;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.ftmpj.hostd.job.ToLauncher.Lines;
import org.ftmpj.hostd.job.ToLauncher.LinesOf;
import org.ftmpj.supervisor.console.Following;
import org.ftmpj.supervisor.console.JobConsole;
import org.ftmpj.supervisor.console.OutputLog;
import org.ftmpj.supervisor.console.OutputReader;

/**
 * Sends what the ranks of this host print, and what happens to them, to the launcher's console, in
 * the order in which a console here would have shown it.
 */
final class ForwardedConsole implements JobConsole {
  private final Consumer<ToLauncher> launcher;
  private final Map<Integer, OutputLog> logs = new TreeMap<>();
  private boolean closed;

  ForwardedConsole(Consumer<ToLauncher> launcher) {
    this.launcher = launcher;
  }

  @Override
  public synchronized void follow(int rank, Path log) {
    logs.put(rank, OutputReader.open(log, 0));
  }

  @Override
  public void start(Consumer<RuntimeException> failure) {
    Following.start(this::pollAll, failure);
  }

  private synchronized boolean pollAll() {
    logs.forEach(this::poll);
    return !closed;
  }

  private void poll(int rank, OutputLog log) {
    log.poll(record -> launcher.accept(new ToLauncher.Printed(rank, record)));
  }

  @Override
  public synchronized void raw(int rank, int stream, byte[] bytes, int length) {
    launcher.accept(new ToLauncher.Raw(rank, stream, Arrays.copyOf(bytes, length)));
  }

  @Override
  public synchronized void notice(String text) {
    pollAll();
    launcher.accept(new ToLauncher.Notice(text));
  }

  @Override
  public synchronized void died(int rank) {
    launcher.accept(new LinesOf(rank, Lines.DIED));
  }

  @Override
  public synchronized void recovered(int rank) {
    launcher.accept(new LinesOf(rank, Lines.RECOVERED));
  }

  @Override
  public synchronized void ended(int rank) {
    OutputLog log = logs.remove(rank);
    if (log != null) {
      poll(rank, log);
      log.close();
    }
    launcher.accept(new LinesOf(rank, Lines.ENDED));
  }

  @Override
  public synchronized void close() {
    closed = true;
    logs.values().forEach(OutputLog::close);
    logs.clear();
  }
}
