package org.ftmpj.interceptors.device;

import java.nio.ByteBuffer;

/**
 * The bytes of MPJ Express's buffers that it does not write, so that they have the content of the
 * pooled memory: the three after the type of each section header, and the padding between sections.
 * They are zeroed before a message is logged, because a re-executed send must have the same digest
 * (protocol rule RESEND).
 *
 * <pre>
 * section   0      type code, 1 byte
 *           1..3   undefined
 *           4..7   number of elements, in the buffer's byte order
 *           8..    elements (none here if the type is dynamic)
 *           ..     undefined up to the next multiple of 8, unless it is the last section
 * </pre>
 */
final class UndefinedBytes {
  private static final int HEADER = 8;

  /** Bytes of an element, by type code; the dynamic types have theirs in another place. */
  private static final int[] ELEMENT = {1, 2, 2, 1, 4, 8, 4, 8};

  private UndefinedBytes() {}

  /**
   * Zeroes them.
   *
   * @param offset where the first section begins
   * @param size bytes of all sections
   */
  static void zero(ByteBuffer buffer, int offset, int size) {
    int at = 0;
    while (at + HEADER <= size) {
      int type = buffer.get(offset + at);
      long count = buffer.getInt(offset + at + 4);
      long end = at + HEADER + count * (type >= 0 && type < ELEMENT.length ? ELEMENT[type] : 0);
      if (count < 0 || end > size) {
        return; // no chain of sections, hence nothing known to be undefined
      }
      zeroRange(buffer, offset + at + 1, offset + at + 4);
      int next = (int) ((end + 7) & ~7L);
      zeroRange(buffer, offset + (int) end, offset + Math.min(next, size));
      at = next;
    }
  }

  private static void zeroRange(ByteBuffer buffer, int from, int to) {
    for (int i = from; i < to; i++) {
      buffer.put(i, (byte) 0);
    }
  }
}
