package org.ftmpj.network;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/** A content that can be recognised: its number, and bytes that follow from it. */
final class Numbered implements Content {
  static final int LEAST = Long.BYTES;

  /** How many were told that they are delivered, in order. */
  private final AtomicLong delivered;

  private final long number;
  private final int length;

  Numbered(long number, int length, AtomicLong delivered) {
    this.number = number;
    this.length = length;
    this.delivered = delivered;
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public void write(ByteBuffer to) {
    to.put(bytes(number, length));
  }

  @Override
  public void delivered() {
    if (!delivered.compareAndSet(number - 1, number)) {
      throw new IllegalStateException(number + " is delivered after " + delivered);
    }
  }

  /** Whether that is the content of that number, as long as it was. */
  static boolean is(ByteBuffer content, long number, int length) {
    return content.remaining() == length && ByteBuffer.wrap(bytes(number, length)).equals(content);
  }

  private static byte[] bytes(long number, int length) {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(number);
    SplittableRandom random = new SplittableRandom(number);
    while (bytes.remaining() >= Long.BYTES) {
      bytes.putLong(random.nextLong());
    }
    while (bytes.hasRemaining()) {
      bytes.put((byte) random.nextInt());
    }
    return bytes.array();
  }
}
