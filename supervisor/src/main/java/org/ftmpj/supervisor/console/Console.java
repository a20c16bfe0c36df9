package org.ftmpj.supervisor.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Where the output of all ranks comes together. Prints the logged output of each rank once
 * (protocol rule 12), raw output as it comes, and notices of the launcher; always whole lines.
 * Thread-safe.
 */
public final class Console implements AutoCloseable {
  /** Stands for a rank in {@link #raw}: the launcher's own helpers, never labelled. */
  public static final int LAUNCHER = -1;

  private static final long POLL_MS = 5;

  private final OutputStream out;
  private final OutputStream err;
  private final IntFunction<String> label;
  private final Map<Source, Lines> lines = new HashMap<>();
  private final Map<Integer, OutputReader> logs = new TreeMap<>();
  private Thread follower;
  private boolean closed;

  private record Source(int rank, int stream, boolean raw) {}

  /**
   * @param label whether each line begins with its rank
   */
  public Console(OutputStream out, OutputStream err, boolean label) {
    this.out = out;
    this.err = err;
    this.label = rank -> label && rank != LAUNCHER ? "[" + rank + "] " : "";
  }

  /** The console of this process: its standard output and error, not buffered. */
  public static Console standard(boolean label) {
    return new Console(
        new FileOutputStream(FileDescriptor.out), new FileOutputStream(FileDescriptor.err), label);
  }

  /** From now on prints what is added to the output log of that rank. */
  public synchronized void follow(int rank, Path log) {
    logs.put(rank, OutputReader.open(log, 0));
  }

  /**
   * Starts the thread that follows the logs.
   *
   * @param failure is told, once, when a log cannot be read; then nothing is followed any more
   */
  public synchronized void start(Consumer<RuntimeException> failure) {
    follower = new Thread(() -> followAll(failure), "console");
    follower.setDaemon(true);
    follower.start();
  }

  private void followAll(Consumer<RuntimeException> failure) {
    try {
      while (pollAll()) {
        Thread.sleep(POLL_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      failure.accept(e);
    }
  }

  private synchronized boolean pollAll() {
    logs.forEach(this::poll);
    return !closed;
  }

  private void poll(int rank, OutputReader log) {
    ByteArrayOutputStream toOut = new ByteArrayOutputStream();
    ByteArrayOutputStream toErr = new ByteArrayOutputStream();
    log.poll(
        record ->
            lines(rank, record.stream(), false)
                .add(record, record.stream() == OutputRecord.OUT ? toOut : toErr));
    print(out, toOut);
    print(err, toErr);
  }

  /** Prints raw output of a rank, what is not logged. */
  public synchronized void raw(int rank, int stream, byte[] bytes, int length) {
    ByteArrayOutputStream complete = new ByteArrayOutputStream();
    lines(rank, stream, true).add(bytes, length, complete);
    print(stream(stream), complete);
  }

  /** Prints a line of the launcher's own on standard error, after what was printed before. */
  public synchronized void notice(String text) {
    logs.forEach(this::poll);
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    line.writeBytes(("ftmpj: " + text + System.lineSeparator()).getBytes(UTF_8));
    print(err, line);
  }

  /** The rank has ended: prints all that is left of its output, also a last line without end. */
  public synchronized void ended(int rank) {
    OutputReader log = logs.remove(rank);
    if (log != null) {
      poll(rank, log);
      log.close();
    }
    lines.forEach(
        (source, rest) -> {
          if (source.rank() == rank) {
            ByteArrayOutputStream last = new ByteArrayOutputStream();
            rest.finish(last);
            print(stream(source.stream()), last);
          }
        });
  }

  /**
   * How many lines of the ranks were printed on a stream so far.
   *
   * @param stream {@link OutputRecord#OUT} or {@link OutputRecord#ERR}
   */
  public synchronized long lines(int stream) {
    return lines.entrySet().stream()
        .filter(entry -> entry.getKey().rank() != LAUNCHER && entry.getKey().stream() == stream)
        .mapToLong(entry -> entry.getValue().passedOn())
        .sum();
  }

  private Lines lines(int rank, int stream, boolean raw) {
    return lines.computeIfAbsent(
        new Source(rank, stream, raw), source -> new Lines(label.apply(rank)));
  }

  private OutputStream stream(int stream) {
    return stream == OutputRecord.OUT ? out : err;
  }

  /** As in every Java program, output goes nowhere when nobody reads it any more. */
  private static void print(OutputStream to, ByteArrayOutputStream text) {
    if (text.size() > 0) {
      try {
        text.writeTo(to);
        to.flush();
      } catch (IOException nobodyReads) {
        return;
      }
    }
  }

  /** Ends the thread; does not print what is left, see {@link #ended}. */
  @Override
  public synchronized void close() {
    closed = true;
    logs.values().forEach(OutputReader::close);
    logs.clear();
  }
}
