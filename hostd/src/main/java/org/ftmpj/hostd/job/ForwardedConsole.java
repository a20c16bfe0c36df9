package org.ftmpj.hostd.job;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.ftmpj.hostd.job.ToLauncher.Lines;
import org.ftmpj.hostd.job.ToLauncher.LinesOf;
import org.ftmpj.supervisor.console.JobConsole;
import org.ftmpj.supervisor.console.OutputFollower;
import org.ftmpj.supervisor.console.OutputLog;
import org.ftmpj.supervisor.console.OutputReader;

/**
 * Sends the output and the events of this host's ranks to the launcher's console, in the order in
 * which a console on this host would show them; to the launcher's successor, from the beginning.
 */
final class ForwardedConsole implements JobConsole {
  private final Consumer<ToLauncher> launcher;
  private final Map<Integer, Printed> ranks = new TreeMap<>();
  private boolean closed;

  /** The printed text of a rank. */
  private final class Printed {
    final int rank;
    final Path file;
    OutputLog log; // null when all of it was told, and the rank has ended
    Lines lines; // null as long as nothing has happened to them

    Printed(int rank, Path file) {
      this.rank = rank;
      this.file = file;
      this.log = OutputReader.open(file, 0);
    }

    /** Returns its length. */
    int tell() {
      return log == null
          ? 0
          : log.poll(record -> launcher.accept(new ToLauncher.Printed(rank, record)));
    }

    void tellAgain() {
      close();
      log = OutputReader.open(file, 0);
      tell();
      if (lines != null) {
        become(lines);
      }
    }

    void become(Lines state) {
      lines = state;
      if (state == Lines.ENDED) {
        tell();
        close();
      }
      launcher.accept(new LinesOf(rank, state));
    }

    void close() {
      if (log != null) {
        log.close();
        log = null;
      }
    }
  }

  ForwardedConsole(Consumer<ToLauncher> launcher) {
    this.launcher = launcher;
  }

  @Override
  public synchronized void follow(int rank, Path log) {
    ranks.put(rank, new Printed(rank, log));
  }

  @Override
  public void start(Consumer<RuntimeException> failure) {
    OutputFollower.start(this::pollAll, failure);
  }

  private synchronized OptionalInt pollAll() {
    int added = ranks.values().stream().mapToInt(Printed::tell).sum();
    return closed ? OptionalInt.empty() : OptionalInt.of(added);
  }

  /** Sends all output, and then the message that no rank is left. */
  synchronized void last(Runnable told) {
    pollAll();
    told.run();
  }

  /** See {@link RejoiningHost#tellOutput}. */
  synchronized boolean again(BooleanSupplier change, Runnable last) {
    if (!change.getAsBoolean()) {
      return false;
    }
    ranks.values().forEach(Printed::tellAgain);
    last.run();
    return true;
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
    ranks.get(rank).become(Lines.DIED);
  }

  @Override
  public synchronized void recovered(int rank) {
    ranks.get(rank).become(Lines.RECOVERED);
  }

  @Override
  public synchronized void ended(int rank) {
    ranks.get(rank).become(Lines.ENDED);
  }

  @Override
  public synchronized void close() {
    closed = true;
    ranks.values().forEach(Printed::close);
  }
}
