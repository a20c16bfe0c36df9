package org.ftmpj.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/** A program that runs, at the longest as long as this process. */
final class Running {
  private final String what;
  private final Process process;
  private final Path err;
  private final long startNs;
  private final CompletableFuture<List<String>> out;
  private final AtomicInteger printed = new AtomicInteger();
  private final Thread stopper;

  private Running(String what, Process process, Path err, long startNs) {
    this.what = what;
    this.process = process;
    this.err = err;
    this.startNs = startNs;
    this.out = CompletableFuture.supplyAsync(this::read);
    this.stopper = new Thread(this::stop, "stopper of " + what);
    Runtime.getRuntime().addShutdownHook(stopper);
  }

  /**
   * @param what how errors call it
   */
  static Running start(String what, List<String> command, Path directory) throws IOException {
    Path err = directory.resolve("err");
    long startNs = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectError(err.toFile())
            .start();
    return new Running(what, process, err, startNs);
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Closes its standard input. */
  void endInput() throws IOException {
    process.getOutputStream().close();
  }

  /** Ends it. What was to be measured cannot be any more. */
  void stop() {
    process.toHandle().destroy(); // By its handle: the streams stay open for those who read.
  }

  /** How many lines it has written to its standard output so far. */
  int printed() {
    return printed.get();
  }

  /** Since before it was started. */
  double seconds() {
    return (System.nanoTime() - startNs) / 1e9;
  }

  /** Whether it has written that to its standard error. */
  boolean hasSaid(String text) throws IOException {
    return Files.readString(err).contains(text);
  }

  /** Ends it, and waits for its end, however that is. */
  void end() throws InterruptedException {
    stop();
    out.join();
    process.waitFor();
    Runtime.getRuntime().removeShutdownHook(stopper);
  }

  /**
   * Waits for its end.
   *
   * @throws FtmpjException NOT_MEASURED if it ends with another exit code than 0
   */
  Run await() throws IOException, InterruptedException {
    List<String> lines = out.join();
    Runtime.getRuntime().removeShutdownHook(stopper);
    int status = process.waitFor();
    double seconds = seconds();
    String errors = Files.readString(err).strip();
    if (status != 0) {
      throw new FtmpjException(
          ErrorCode.NOT_MEASURED, what + " ended with " + status + ": " + errors);
    }
    return new Run(what, lines, errors.lines().toList(), seconds);
  }

  private List<String> read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      return lines.lines().peek(line -> printed.incrementAndGet()).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
