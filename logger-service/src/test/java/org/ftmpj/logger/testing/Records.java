package org.ftmpj.logger.testing;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.protocol.event.EventLog;

/** Records that say their number and who wrote them. */
public final class Records {
  private final long first;
  private final List<Long> numbers = new ArrayList<>();
  private final List<Integer> writers = new ArrayList<>();

  private Records(long first) {
    this.first = first;
  }

  public static ByteBuffer record(int writer, long number) {
    return ByteBuffer.allocate(12 + (int) (number % 23)).putLong(0, number).putInt(8, writer);
  }

  /** Appends records of that writer up to that number. */
  public static void append(EventLog log, int writer, long first, long last) {
    for (long n = first; n <= last; n++) {
      if (log.append(record(writer, n)) != n) {
        throw new AssertionError("Not the number " + n);
      }
    }
  }

  /** Reads the history. */
  public static Records of(EventLog log) {
    return of(log, 1);
  }

  /** Reads the history from that number on. */
  public static Records of(EventLog log, long first) {
    Records records = new Records(first);
    long last = log.history(first, records::add);
    if (last != first - 1 + records.count()) {
      throw new AssertionError(last + " is the last of " + records.count() + " from " + first);
    }
    return records;
  }

  /** Reads what is there of the history, from the first that was not dropped on. */
  public static Records kept(EventLog log) {
    Records[] records = new Records[1];
    long last =
        log.retainedHistory(
            (number, record) -> {
              records[0] = records[0] == null ? new Records(number) : records[0];
              records[0].add(record);
            });
    if (last != records[0].last()) {
      throw new AssertionError(last + " is not " + records[0].last());
    }
    return records[0];
  }

  /** The number of the first one. */
  public long first() {
    return first;
  }

  /** The number of the last one. */
  public long last() {
    return first - 1 + numbers.size();
  }

  private void add(ByteBuffer record) {
    numbers.add(record.getLong(0));
    writers.add(record.getInt(8));
    if (record.remaining() != 12 + (int) (record.getLong(0) % 23)) {
      throw new AssertionError("Record " + record.getLong(0) + " has another length");
    }
    if (record.getLong(0) != first - 1 + numbers.size()) {
      throw new AssertionError("Record " + record.getLong(0) + " at place " + numbers.size());
    }
  }

  /** How many; they are numbered first, first + 1, ... in this order, checked. */
  public int count() {
    return numbers.size();
  }

  public List<Integer> writers() {
    return writers;
  }
}
