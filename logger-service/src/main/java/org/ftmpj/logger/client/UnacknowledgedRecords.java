package org.ftmpj.logger.client;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.ftmpj.logger.wire.Batch;

/**
 * The records that some of several loggers still need, each of them from another one on. One
 * thread.
 */
final class UnacknowledgedRecords {
  private final List<byte[]> records = new ArrayList<>();

  /** The number of dropped records at the beginning of the list. */
  private int dropped;

  private long first = 1;
  private long bytes;

  /** Numbers the records from that one on. */
  void startAt(long number) {
    first = number;
  }

  void add(ByteBuffer record) {
    byte[] copy = new byte[record.remaining()];
    record.get(record.position(), copy);
    records.add(copy);
    bytes += copy.length;
  }

  /** Number of the last record added; that before the first if there is none. */
  long last() {
    return first + records.size() - dropped - 1;
  }

  /** Bytes of all records in the list. */
  long bytes() {
    return bytes;
  }

  /** Drops those before that one. */
  void dropBefore(long number) {
    for (; first < number; first++) {
      bytes -= records.get(dropped).length;
      records.set(dropped++, null);
    }
    if (2 * dropped > records.size()) {
      records.subList(0, dropped).clear();
      dropped = 0;
    }
  }

  /**
   * Some records from that one on, which has to be in the list.
   *
   * @param count the most records
   * @param most the most bytes, unless the first record is longer
   */
  Batch from(long number, long count, int most) {
    int at = dropped + (int) (number - first);
    int taken = 0;
    int length = 0;
    do {
      length += Integer.BYTES + records.get(at + taken++).length;
    } while (taken < count && length + Integer.BYTES + records.get(at + taken).length <= most);
    ByteBuffer all = ByteBuffer.allocate(length);
    for (byte[] record : records.subList(at, at + taken)) {
      all.putInt(record.length).put(record);
    }
    return new Batch(number, taken, all.flip());
  }
}
