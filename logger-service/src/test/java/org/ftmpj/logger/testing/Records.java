package org.ftmpj.logger.testing;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.protocol.event.EventLog;

/** Records that say their number and who wrote them. */
public final class Records {
  private final List<Long> numbers = new ArrayList<>();
  private final List<Integer> writers = new ArrayList<>();

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
    Records records = new Records();
    long count = log.history(records::add);
    if (count != records.numbers.size()) {
      throw new AssertionError(count + " records instead of " + records.numbers.size());
    }
    return records;
  }

  private void add(ByteBuffer record) {
    numbers.add(record.getLong(0));
    writers.add(record.getInt(8));
    if (record.remaining() != 12 + (int) (record.getLong(0) % 23)) {
      throw new AssertionError("Record " + record.getLong(0) + " has another length");
    }
    if (record.getLong(0) != numbers.size()) {
      throw new AssertionError("Record " + record.getLong(0) + " at place " + numbers.size());
    }
  }

  /** How many; they are numbered 1, 2, ... in this order, checked. */
  public int count() {
    return numbers.size();
  }

  public List<Integer> writers() {
    return writers;
  }
}
