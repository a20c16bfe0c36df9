package org.ftmpj.launcher.hosts;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;
import org.ftmpj.supervisor.console.OutputLog;
import org.ftmpj.supervisor.console.OutputRecord;

/**
 * What a rank on another host prints, from when it has come until the console takes it. Holds so
 * much of it, and then lets those who bring more wait. If the rank is repeated on another host, it
 * prints all again from the beginning, of which what has come before is dropped.
 */
final class ReceivedOutput implements OutputLog {
  private static final long MOST_BYTES = 4L << 20;

  private final Queue<OutputRecord> records = new ArrayDeque<>();
  private final Map<Writer, PrintedText> printed = new HashMap<>();
  private int host;
  private long bytes;
  private boolean closed;

  /** Who has written a text of its own. */
  private record Writer(String thread, int stream) {}

  /**
   * @param host where the rank is
   */
  ReceivedOutput(int host) {
    this.host = host;
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
    OutputRecord added =
        printed
            .computeIfAbsent(
                new Writer(record.thread(), record.stream()), writer -> new PrintedText())
            .add(record);
    if (added != null) {
      bytes += added.text().length;
      records.add(added);
    }
  }

  @Override
  public int poll(Consumer<OutputRecord> sink) {
    int taken = 0;
    for (OutputRecord record = next(); record != null; record = next()) {
      sink.accept(record);
      taken++;
    }
    return taken;
  }

  private synchronized OutputRecord next() {
    OutputRecord record = records.poll();
    if (record != null) {
      bytes -= record.text().length;
      notifyAll();
    }
    return record;
  }

  /** From now on nothing waits; what comes is not shown. */
  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
  }
}
