package org.ftmpj.checkpoint.bridge;

import java.util.Arrays;

/**
 * The calls that a {@code Deflater} or an {@code Inflater} has had since it was made or reset, with
 * the bytes that it has taken: its state is outside of the heap, and is made again by the same
 * calls. Its owner keeps threads apart.
 */
final class ZipHistory {
  /** The limit in bytes; a longer history is dropped. */
  static final int MOST = 16 << 20;

  /** The most bytes that one call can take. */
  private static final int MOST_GIVEN = 1 << 20;

  /** Bytes of the buffer that are kept at a restart, which an archive makes for each entry. */
  private static final int SMALL = 64 << 10;

  private byte[] bytes = {};
  private int length;
  private boolean complete = true;

  /** Whether the history has all calls. */
  boolean isComplete() {
    return complete;
  }

  /** Forgets all calls, as a reset of the coder does. */
  void clear() {
    complete = true;
    length = 0;
    if (bytes.length > SMALL) {
      bytes = new byte[0];
    }
  }

  /** Marks the history incomplete until the next reset. */
  void lose() {
    complete = false;
    length = 0;
    bytes = new byte[0];
  }

  /**
   * Adds data that was compressed or expanded.
   *
   * @param given number of available input bytes
   * @param room number of bytes of output space
   * @param made number of output bytes
   */
  void add(int kind, byte[] from, int at, int taken, int given, int room, int made) {
    add(kind);
    add(room);
    add(made);
    add(Math.min(given - taken, MOST_GIVEN));
    add(from, at, taken);
  }

  /** Adds a number of bytes and the bytes. */
  void add(byte[] from, int at, int count) {
    add(count);
    if (complete && hasRoomFor(count)) {
      System.arraycopy(from, at, bytes, length, count);
      length += count;
    }
  }

  /** Adds a non-negative number; small ones take a byte. */
  void add(int number) {
    int rest = number;
    while (complete && hasRoomFor(1)) {
      bytes[length++] = (byte) (rest < 0x80 ? rest : rest | 0x80);
      rest >>>= 7;
      if (rest == 0) {
        return;
      }
    }
  }

  private boolean hasRoomFor(int more) {
    if (more > MOST - length) {
      lose();
      return false;
    }
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.min(MOST, Math.max(2 * bytes.length, length + more)));
    }
    return true;
  }

  Reader read() {
    return new Reader();
  }

  /** A reader of what was added, in order. */
  final class Reader {
    private int at;

    boolean hasMore() {
      return at < length;
    }

    int number() {
      int number = 0;
      for (int shift = 0; ; shift += 7) {
        byte part = bytes[at++];
        number |= (part & 0x7f) << shift;
        if (part >= 0) {
          return number;
        }
      }
    }

    /**
     * @param more number of additional bytes in the array
     */
    byte[] bytes(int more) {
      int count = number();
      byte[] result = Arrays.copyOf(Arrays.copyOfRange(bytes, at, at + count), count + more);
      at += count;
      return result;
    }
  }
}
