package org.ftmpj.interceptors.bridge.child;

/**
 * The number of bytes that the program has read of a process's output, and a sum of them. Any
 * thread.
 */
final class ReadBytes {
  private static final long FACTOR = 0x5851_F42D_4C95_7F2DL;

  private long position;
  private long sum;
  private boolean closed;

  /**
   * A place in an output.
   *
   * @param position how many bytes come before
   * @param sum of these bytes
   */
  record Mark(long position, long sum) {
    /** The place after some more bytes. */
    Mark after(byte[] bytes, int offset, int length) {
      return new Mark(position + length, ReadBytes.sum(sum, bytes, offset, length));
    }
  }

  static final Mark BEGINNING = new Mark(0, 0);

  /** The sum of bytes that come after others with that sum. */
  static long sum(long before, byte[] bytes, int offset, int length) {
    long sum = before;
    for (int i = offset; i < offset + length; i++) {
      sum = sum * FACTOR + bytes[i] + 1;
    }
    return sum;
  }

  synchronized void read(byte[] bytes) {
    position += bytes.length;
    sum = sum(sum, bytes, 0, bytes.length);
  }

  synchronized Mark mark() {
    return new Mark(position, sum);
  }

  /** The program has closed it. */
  synchronized void close() {
    closed = true;
  }

  synchronized boolean isClosed() {
    return closed;
  }
}
