package org.ftmpj.supervisor.console;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.supervisor.record.OutputBeginning;

/**
 * The output log of a rank whose beginning is removed when it is printed and no restart compares
 * it. The log is cut at places outside of any line, some MiB apart. Used by one thread, which
 * prints records before it polls again.
 */
public final class PrunedOutput implements OutputLog {
  /** The least number of bytes that are removed at once. */
  static final long GRAIN = 1 << 20;

  private final Path file;
  private final LongSupplier needed;
  private final OutputBeginning beginning;
  private final OutputReader reader;
  private final Map<Writer, Written> written = new LinkedHashMap<>();

  /** The possible beginnings of the log, when what is before is not needed. */
  private final Deque<OutputBeginning> places = new ArrayDeque<>();

  private long last;
  private boolean writable = true;

  private record Writer(String thread, int stream) {}

  private static final class Written {
    /** Bytes in complete lines. */
    private long bytes;

    private long lines;

    /** Bytes of the line after them. */
    private long part;

    void add(OutputRecord record) {
      part = record.restartsLine() ? 0 : part;
      for (byte each : record.text()) {
        part++;
        if (each == '\n') {
          bytes += part;
          lines++;
          part = 0;
        }
      }
    }
  }

  private PrunedOutput(Path file, LongSupplier needed) {
    this.file = file;
    this.needed = needed;
    this.beginning = OutputBeginning.of(file);
    this.reader = OutputReader.open(file, beginning.position());
    this.last = beginning.position();
    for (OutputBeginning.Text text : beginning.texts()) {
      Written before = new Written();
      before.bytes = text.bytes();
      before.lines = text.lines();
      written.put(new Writer(text.thread(), text.stream()), before);
    }
  }

  /**
   * Opens a log at its beginning.
   *
   * @param file need not exist yet
   * @param needed the number of bytes of the log that no restart compares; never decreases
   * @throws FtmpjException LOG_CORRUPT, LOG_VERSION
   */
  public static PrunedOutput open(Path file, LongSupplier needed) {
    return new PrunedOutput(file, needed);
  }

  /** The beginning of the log when it was opened. */
  public OutputBeginning beginning() {
    return beginning;
  }

  @Override
  public int poll(Consumer<OutputRecord> sink) {
    prune();
    return reader.poll(
        record -> {
          sink.accept(record);
          written
              .computeIfAbsent(new Writer(record.thread(), record.stream()), first -> new Written())
              .add(record);
          if (reader.position() - last >= GRAIN && isBetweenLines()) {
            last = reader.position();
            places.add(here());
          }
        });
  }

  private boolean isBetweenLines() {
    return written.values().stream().allMatch(of -> of.part == 0);
  }

  private OutputBeginning here() {
    return new OutputBeginning(
        reader.position(),
        written.entrySet().stream()
            .map(
                of ->
                    new OutputBeginning.Text(
                        of.getKey().thread(),
                        of.getKey().stream(),
                        of.getValue().bytes,
                        of.getValue().lines))
            .toList());
  }

  private void prune() {
    if (places.isEmpty() || !writable) {
      return;
    }
    long from = needed.getAsLong();
    OutputBeginning next = null;
    while (!places.isEmpty() && places.peek().position() <= from) {
      next = places.remove();
    }
    if (next != null) {
      try {
        next.write(file);
        HolePunch.make(file, next.position());
      } catch (FtmpjException e) {
        // The disk is full: the space that the logs require is not for this one.
        writable = false;
      }
    }
  }

  @Override
  public void close() {
    reader.close();
  }
}
