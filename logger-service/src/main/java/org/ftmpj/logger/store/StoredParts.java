package org.ftmpj.logger.store;

import java.util.ArrayList;
import java.util.List;

/**
 * The places of records in a file: parts with records in order, the later of which replace records
 * of earlier ones. A part grows up to {@value #MOST} bytes, so that little is read to find a
 * record.
 */
final class StoredParts {
  private static final int MOST = 64 << 10;

  private final List<Part> parts = new ArrayList<>();
  private long end;

  /**
   * Entries one after the other.
   *
   * @param first number of its first record
   * @param last number of its last record that is not replaced
   * @param offset its position
   */
  record Part(long first, long last, long offset) {}

  /** Adds an entry at the end of the file; it replaces records from its first one on. */
  void add(long first, int count, long offset, int length) {
    boolean replaces = !parts.isEmpty() && newest().last >= first;
    while (!parts.isEmpty() && newest().first >= first) {
      parts.remove(parts.size() - 1);
    }
    if (!parts.isEmpty() && newest().last >= first) {
      parts.set(parts.size() - 1, new Part(newest().first, first - 1, newest().offset));
    }
    if (count > 0) {
      boolean isNext =
          !replaces && !parts.isEmpty() && end == offset && offset - newest().offset < MOST;
      Part grown = isNext ? parts.remove(parts.size() - 1) : new Part(first, 0, offset);
      parts.add(new Part(grown.first, first + count - 1, grown.offset));
      end = offset + length;
    }
  }

  /** The part that has that record. */
  Part of(long number) {
    int low = 0;
    int high = parts.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (parts.get(middle).first <= number) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return parts.get(low);
  }

  private Part newest() {
    return parts.get(parts.size() - 1);
  }
}
