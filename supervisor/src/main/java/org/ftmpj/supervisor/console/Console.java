package org.ftmpj.supervisor.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.supervisor.record.StoppedRecord.Printed;

/**
 * Merges the output of all ranks. Prints the logged output of each rank once (protocol rule
 * OUTPUT), in the order in which the rank wrote it, raw output as it comes, and notices of the
 * launcher. Each line is of one rank. The beginning of an unfinished line is printed, too, after a
 * short time, unless its rank has died and may still write the rest. Then the other ranks' lines
 * and the notices wait for its end, but only for a limited time, which is longer if its rank
 * recovers. Thread-safe.
 */
public final class Console implements JobConsole {
  /** The rank in {@link #raw} for the launcher's own helpers, whose lines have no label. */
  public static final int LAUNCHER = -1;

  /** The time after which the beginning of a line is printed, in nanoseconds. */
  static final long PART_NS = 100_000_000;

  /** The longest wait for the end of an open line, in nanoseconds. */
  static final long PATIENCE_NS = 10_000_000_000L;

  /**
   * The longest wait while its rank recovers, in nanoseconds: the rest of the line comes when the
   * rank has repeated what it did.
   */
  static final long RECOVERY_PATIENCE_NS = 120_000_000_000L;

  /** The longest wait of notices, in nanoseconds: usually a dead rank is back by then. */
  static final long NOTICE_PATIENCE_NS = 5_000_000_000L;

  private final OutputStream out;
  private final OutputStream err;
  private final Screen outScreen;
  private final Screen errScreen;
  private final LongSupplier nowNs;
  private final boolean isLabelled;
  private final IntFunction<String> label;
  private final Map<Source, Lines> lines = new HashMap<>();
  private final Map<Integer, OutputLog> logs = new TreeMap<>();
  private Consumer<FtmpjException> lossListener = loss -> {};
  private FtmpjException loss; // null while all could be written
  private final List<Raw> raws = new ArrayList<>();
  private final List<String> notices = new ArrayList<>();
  private final Set<Integer> recovering = new HashSet<>();
  private boolean closed;

  private record Source(int rank, int stream, boolean raw) {}

  private record Raw(Source source, byte[] text) {}

  /**
   * @param label whether each line begins with its rank
   */
  public Console(OutputStream out, OutputStream err, boolean label) {
    this(out, err, false, label, System::nanoTime);
  }

  /**
   * @param one whether both streams go to one place
   */
  Console(OutputStream out, OutputStream err, boolean one, boolean label, LongSupplier nowNs) {
    this.out = out;
    this.err = err;
    this.outScreen = new Screen();
    this.errScreen = one ? outScreen : new Screen();
    this.nowNs = nowNs;
    this.isLabelled = label;
    this.label = rank -> label && rank != LAUNCHER ? "[" + rank + "] " : "";
  }

  /** The console of this process: its standard output and error, unbuffered. */
  public static Console standard(boolean label) {
    return new Console(
        new FileOutputStream(FileDescriptor.out),
        new FileOutputStream(FileDescriptor.err),
        areOne(),
        label,
        System::nanoTime);
  }

  /** Whether standard output and error are one terminal, file or pipe, as far as is known. */
  private static boolean areOne() {
    try {
      Path descriptors = Path.of("/proc/self/fd");
      return Files.readSymbolicLink(descriptors.resolve("1"))
          .equals(Files.readSymbolicLink(descriptors.resolve("2")));
    } catch (IOException notKnownHere) {
      return false;
    }
  }

  @Override
  public void follow(int rank, Path log) {
    follow(rank, OutputReader.open(log, 0));
  }

  /** Begins to print what is added to that log of a rank. */
  public synchronized void follow(int rank, OutputLog log) {
    logs.put(rank, log);
  }

  /** Starts the thread that follows the logs. */
  @Override
  public void start(Consumer<RuntimeException> failure) {
    OutputFollower.start(this::pollAll, failure);
  }

  private synchronized OptionalInt pollAll() {
    long now = nowNs.getAsLong();
    int added = pollWhoMayPrint(now);
    lines.forEach(
        (source, of) -> {
          if (!recovering.contains(source.rank()) && mayPrint(source.rank(), now)) {
            of.showPart(PART_NS, now);
          }
        });
    showNoticesUnlessOpen(now);
    flush();
    return closed ? OptionalInt.empty() : OptionalInt.of(added);
  }

  /** Prints from the logs of ranks that may print; returns how many records that was. */
  private int pollWhoMayPrint(long now) {
    addRaw(source -> mayPrint(source, now));
    int added = 0;
    for (Map.Entry<Integer, OutputLog> of : logs.entrySet()) {
      if (mayPrint(of.getKey(), now)) {
        added += poll(of.getKey(), of.getValue());
      }
    }
    return added;
  }

  /**
   * Whether the rank may print: lines of other ranks are closed, or have been open for too long.
   */
  private boolean mayPrint(int rank, long now) {
    Line onOut = awaited(outScreen, now);
    Line onErr = awaited(errScreen, now);
    return onOut == null && onErr == null || isOf(rank, onOut) || isOf(rank, onErr);
  }

  /** The open line for whose end others wait; null if there is none. */
  private Line awaited(Screen screen, long now) {
    Line line = screen.openFor(RECOVERY_PATIENCE_NS, now);
    return recovering.stream().anyMatch(rank -> isOf(rank, line))
        ? line
        : screen.openFor(PATIENCE_NS, now);
  }

  private boolean isOf(int rank, Line line) {
    return line != null
        && lines.entrySet().stream()
            .anyMatch(e -> e.getKey().rank() == rank && e.getValue().has(line));
  }

  private int poll(int rank, OutputLog log) {
    return log.poll(toLines(rank));
  }

  private Consumer<OutputRecord> toLines(int rank) {
    long now = nowNs.getAsLong();
    return record -> lines(new Source(rank, record.stream(), false)).add(record, now);
  }

  private void flush() {
    outScreen.flush();
    errScreen.flush();
    IOException why = outScreen.loss() == null ? errScreen.loss() : outScreen.loss();
    if (why != null && loss == null) {
      loss =
          new FtmpjException(
              ErrorCode.OUTPUT_LOST,
              "what the ranks print cannot be written (" + Reason.of(why) + ")",
              why);
      lossListener.accept(loss);
    }
  }

  /**
   * Sets the listener to the first loss: output that cannot be written, such as to a full disk or
   * to a reader that has ended. The console goes on with what can be written.
   */
  public synchronized void onLoss(Consumer<FtmpjException> listener) {
    lossListener = listener;
  }

  /** Whether each line begins with its rank. */
  public boolean isLabelled() {
    return isLabelled;
  }

  /** Waits until all complete lines that were taken from logs before are written. */
  public synchronized void awaitShown() {
    flush();
  }

  /** The first loss: output that could not be written. */
  public synchronized Optional<FtmpjException> loss() {
    return Optional.ofNullable(loss);
  }

  @Override
  public synchronized void raw(int rank, int stream, byte[] bytes, int length) {
    raws.add(new Raw(new Source(rank, stream, true), Arrays.copyOf(bytes, length)));
    long now = nowNs.getAsLong();
    addRaw(source -> mayPrint(source, now));
    flush();
  }

  /** Takes the raw output of those sources that may print, of each rank in order. */
  private void addRaw(Predicate<Source> mayPrint) {
    Set<Integer> waiting = new HashSet<>();
    for (Iterator<Raw> each = raws.iterator(); each.hasNext(); ) {
      Raw raw = each.next();
      if (!waiting.contains(raw.source().rank()) && mayPrint.test(raw.source())) {
        each.remove();
        lines(raw.source()).add(raw.text(), raw.text().length, nowNs.getAsLong());
      } else {
        waiting.add(raw.source().rank());
      }
    }
  }

  /** Whether the source may print: other lines are closed, or have been open for too long. */
  private boolean mayPrint(Source source, long now) {
    return Stream.of(outScreen, errScreen)
        .map(screen -> awaited(screen, now))
        .allMatch(open -> open == null || lines(source).has(open));
  }

  /** Prints a line of the launcher on standard error, after what was printed before. */
  @Override
  public synchronized void notice(String text) {
    long now = nowNs.getAsLong();
    pollWhoMayPrint(now);
    notices.add(text);
    showNoticesUnlessOpen(now);
    flush();
  }

  private void showNoticesUnlessOpen(long now) {
    if (errScreen.openFor(NOTICE_PATIENCE_NS, now) == null) {
      showNotices();
    }
  }

  private void showNotices() {
    for (String text : notices) {
      errScreen.show(err, ("ftmpj: " + text + System.lineSeparator()).getBytes(UTF_8));
    }
    notices.clear();
  }

  @Override
  public synchronized void died(int rank) {
    recovering.add(rank);
  }

  @Override
  public synchronized void recovered(int rank) {
    if (recovering.remove(rank)) {
      long now = nowNs.getAsLong();
      Stream.of(outScreen, errScreen).forEach(screen -> screen.waitAgain(l -> isOf(rank, l), now));
    }
  }

  /** Prints the rest of the rank's output, including a last line without end. */
  @Override
  public synchronized void ended(int rank) {
    OutputLog log = logs.remove(rank);
    if (log != null) {
      log.pollAll(toLines(rank));
      log.close();
    }
    finish(source -> source.rank() == rank && !source.raw());
    addRaw(source -> source.rank() == rank);
    finish(source -> source.rank() == rank);
    flush();
  }

  /**
   * Prints the rest of the rank's output except a last line without end: the launcher that resumes
   * the job prints it, or its rest if its beginning is printed already.
   *
   * @return the text that was taken from the rank's log, also in an earlier call, and not printed
   */
  public synchronized List<Printed> stopped(int rank) {
    OutputLog log = logs.remove(rank);
    if (log != null) {
      log.pollAll(toLines(rank));
      log.close();
    }
    addRaw(source -> source.rank() == rank);
    finish(source -> source.rank() == rank && source.raw());
    List<Printed> left = new ArrayList<>();
    lines.forEach(
        (source, of) -> {
          if (source.rank() == rank) {
            of.leave(nowNs.getAsLong())
                .forEach(
                    (thread, bytes) -> left.add(new Printed(rank, source.stream(), bytes, thread)));
          }
        });
    flush();
    return left;
  }

  private void finish(Predicate<Source> which) {
    lines.forEach(
        (source, of) -> {
          if (which.test(source)) {
            of.finish(nowNs.getAsLong());
          }
        });
  }

  /**
   * The number of lines of the ranks that were printed on a stream.
   *
   * @param stream {@link OutputRecord#OUT} or {@link OutputRecord#ERR}
   */
  public synchronized long lines(int stream) {
    return lines.entrySet().stream()
        .filter(entry -> entry.getKey().rank() != LAUNCHER && entry.getKey().stream() == stream)
        .mapToLong(entry -> entry.getValue().passedOn())
        .sum();
  }

  private Lines lines(Source of) {
    return lines.computeIfAbsent(
        of,
        source ->
            source.stream() == OutputRecord.OUT
                ? new Lines(label.apply(source.rank()), outScreen, out)
                : new Lines(label.apply(source.rank()), errScreen, err));
  }

  /** Ends the thread; does not print the rest, see {@link #ended}. */
  @Override
  public synchronized void close() {
    closed = true;
    showNotices();
    flush();
    logs.values().forEach(OutputLog::close);
    logs.clear();
  }
}
