package org.ftmpj.logger.client;

import java.nio.ByteBuffer;
import org.ftmpj.logger.wire.Batch;

/**
 * The records that the logger has not acknowledged: those sent, kept to be sent again, and those
 * not sent yet. Kept as they go over the wire: i32 length, bytes. One thread.
 */
final class Unacknowledged {
  private static final int SMALL = 8 << 10;
  private static final int LARGE = 1 << 20;

  private ByteBuffer bytes = ByteBuffer.allocate(SMALL);

  /** The same bytes, to show a part of them. */
  private ByteBuffer view = bytes.duplicate();

  /** The first record that is not acknowledged: its number, and where it is. */
  private long first = 1;

  private int start;

  /** The first record that is not sent: its number, and where it is. */
  private long firstUnsent = 1;

  private int unsent;

  private long next = 1;

  /** Numbers the records from that one on. */
  void startAt(long number) {
    first = number;
    firstUnsent = number;
    next = number;
  }

  /** Returns the record's number. */
  long add(ByteBuffer record) {
    int length = record.remaining();
    Batch.checkLength(length);
    makeRoom(Integer.BYTES + length);
    bytes.putInt(length);
    bytes.put(bytes.position(), record, record.position(), length);
    bytes.position(bytes.position() + length);
    return next++;
  }

  /** The number of the last record added. */
  long last() {
    return next - 1;
  }

  /** The number of the last record sent. */
  long lastSent() {
    return firstUnsent - 1;
  }

  int unsentBytes() {
    return bytes.position() - unsent;
  }

  int sentBytes() {
    return unsent - start;
  }

  /** All bytes kept. */
  int size() {
    return bytes.position() - start;
  }

  /**
   * Takes unsent records, as many as fit but at least one. From now on they count as sent.
   *
   * @return valid until the next call of any method
   */
  Batch send(int maximumBytes) {
    long number = firstUnsent;
    int from = unsent;
    passUnsent(maximumBytes);
    if (view.array() != bytes.array()) {
      view = bytes.duplicate();
    }
    view.clear().limit(unsent).position(from);
    return new Batch(number, (int) (firstUnsent - number), view);
  }

  private void passUnsent(int maximumBytes) {
    int from = unsent;
    do {
      unsent += Integer.BYTES + bytes.getInt(unsent);
      firstUnsent++;
    } while (firstUnsent < next
        && unsent - from + Integer.BYTES + bytes.getInt(unsent) <= maximumBytes);
  }

  /** Everything has to be sent again that is not acknowledged. */
  void resend() {
    unsent = start;
    firstUnsent = first;
  }

  /** Drops the records up to that one, which was sent. */
  void acknowledge(long stable) {
    if (stable == last()) {
      if (bytes.capacity() > LARGE) {
        // Has grown while the logger was away.
        bytes = ByteBuffer.allocate(SMALL);
      }
      bytes.clear();
      start = 0;
      unsent = 0;
    } else {
      for (long n = first; n <= stable; n++) {
        start += Integer.BYTES + bytes.getInt(start);
      }
      unsent = Math.max(unsent, start);
    }
    first = stable + 1;
    firstUnsent = Math.max(firstUnsent, first);
  }

  private void makeRoom(int length) {
    if (bytes.remaining() >= length) {
      return;
    }
    int kept = size();
    int capacity = bytes.capacity();
    // Moving is worth it only if it makes much room; else it would happen again and again.
    while (capacity - kept < Math.max(length, capacity / 2)) {
      capacity = Math.multiplyExact(capacity, 2);
    }
    bytes.flip().position(start);
    bytes =
        capacity == bytes.capacity() ? bytes.compact() : ByteBuffer.allocate(capacity).put(bytes);
    unsent -= start;
    start = 0;
  }
}
