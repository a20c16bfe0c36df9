package org.ftmpj.launcher.hosts;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Consumer;
import org.ftmpj.supervisor.console.OutputLog;
import org.ftmpj.supervisor.console.OutputRecord;
import org.ftmpj.supervisor.console.PrintedText;

/**
 * What a rank on another host prints, from when it has come until the console takes it. Holds so
 * much of it, and then lets those who bring more wait. If the rank is repeated on another host, it
 * prints all again from the beginning, of which what has come before is dropped.
 */
final class ReceivedOutput implements OutputLog {
  private static final long MOST_BYTES = 4L << 20;

  private final Queue<Waiting> records = new ArrayDeque<>();
  private final Map<PrintedExtent.Writer, PrintedText> printed = new HashMap<>();
  private final Map<PrintedExtent.Writer, Long> shown;
  private final PrintedExtent before;
  private final UnnotedOutput unnoted;
  private int host;
  private long bytes;
  private boolean changed;
  private boolean closed;

  /**
   * @param lines bytes in complete lines of its writer when it is printed
   */
  private record Waiting(OutputRecord record, PrintedExtent.Writer writer, long lines) {}

  /**
   * @param host where the rank is
   * @param noted what another coordinator has shown
   * @param dropped what of it is not shown again, as a rule the same
   * @param unnoted of all ranks
   */
  ReceivedOutput(int host, PrintedExtent noted, PrintedExtent dropped, UnnotedOutput unnoted) {
    this.unnoted = unnoted;
    this.host = host;
    this.shown = new HashMap<>(noted.bytes());
    this.before = dropped;
  }

  /** The rank is repeated on that host; what comes from elsewhere is dropped. */
  synchronized void repeatOn(int other) {
    host = other;
    printed.values().forEach(PrintedText::repeat);
    notifyAll();
  }

  /** Adds a record that has come from that host. */
  synchronized void add(int from, OutputRecord record) throws InterruptedException {
    while (bytes > MOST_BYTES && !closed && from == host) {
      wait();
    }
    if (from != host || closed) {
      return;
    }
    PrintedExtent.Writer writer = new PrintedExtent.Writer(record.thread(), record.stream());
    PrintedText text = printed.computeIfAbsent(writer, first -> new PrintedText(before.of(writer)));
    OutputRecord added = text.add(record);
    if (added != null) {
      bytes += added.text().length;
      records.add(new Waiting(added, writer, text.lines()));
    }
  }

  @Override
  public int poll(Consumer<OutputRecord> sink) {
    return poll(sink, false);
  }

  /** Also what may not be shown yet, as it will not be asked for again; nothing if that is over. */
  @Override
  public int pollAll(Consumer<OutputRecord> sink) {
    return poll(sink, true);
  }

  private int poll(Consumer<OutputRecord> sink, boolean last) {
    int taken = 0;
    for (OutputRecord record = next(last); record != null; record = next(last)) {
      sink.accept(record);
      taken++;
    }
    return taken;
  }

  private synchronized OutputRecord next(boolean last) {
    if (records.isEmpty() || !unnoted.mayShow() && (!last || unnoted.isStopped())) {
      return null;
    }
    Waiting next = records.remove();
    bytes -= next.record().text().length;
    changed |= shown.merge(next.writer(), next.lines(), Math::max) == next.lines();
    notifyAll();
    return next.record();
  }

  /** What the console has taken, if that has changed since the last call. */
  synchronized Optional<PrintedExtent> taken() {
    Optional<PrintedExtent> taken =
        changed ? Optional.of(new PrintedExtent(shown)) : Optional.empty();
    changed = false;
    return taken;
  }

  /** Bytes of each writer that the console has taken, and of what was shown before. */
  synchronized Map<PrintedExtent.Writer, Long> all() {
    Map<PrintedExtent.Writer, Long> all = new HashMap<>(before.bytes());
    printed.forEach((writer, text) -> all.merge(writer, text.bytes(), Math::max));
    return all;
  }

  /** Ends all waits; further output is not shown. */
  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
  }
}
