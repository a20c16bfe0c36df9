package org.ftmpj.launcher.hosts;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import org.ftmpj.supervisor.console.OutputLog;
import org.ftmpj.supervisor.console.OutputRecord;

/**
 * What a rank on another host prints, from when it has come until the console takes it. Holds so
 * much of it, and then lets those who bring more wait.
 */
final class ReceivedOutput implements OutputLog {
  private static final long MOST_BYTES = 4L << 20;

  private final Queue<OutputRecord> records = new ArrayDeque<>();
  private long bytes;
  private boolean closed;

  /** Adds a record. */
  synchronized void add(OutputRecord record) throws InterruptedException {
    while (bytes > MOST_BYTES && !closed) {
      wait();
    }
    bytes += record.text().length;
    records.add(record);
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
