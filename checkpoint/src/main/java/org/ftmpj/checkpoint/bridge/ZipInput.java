package org.ftmpj.checkpoint.bridge;

import java.nio.ByteBuffer;

/** What a {@code Deflater} or an {@code Inflater} is to take next. */
final class ZipInput {
  private static final byte[] NONE = {};

  private byte[] array = NONE;
  private int at;
  private int end;
  private ByteBuffer buffer;

  void set(byte[] from, int offset, int length) {
    buffer = null;
    array = from;
    at = offset;
    end = offset + length;
  }

  void set(ByteBuffer from) {
    set(NONE, 0, 0);
    buffer = from;
  }

  void clear() {
    set(NONE, 0, 0);
  }

  /** How much there is. */
  int given() {
    return buffer == null ? end - at : buffer.remaining();
  }

  /**
   * Adds a call to the history that has taken from it.
   *
   * @param given how much there was before
   */
  void taken(ZipHistory history, int kind, int taken, int given, int room, int made) {
    if (buffer == null) {
      history.add(kind, array, at, taken, given, room, made);
      at += taken;
    } else {
      byte[] bytes = new byte[taken];
      buffer.duplicate().position(buffer.position() - taken).get(bytes);
      history.add(kind, bytes, 0, taken, given, room, made);
    }
  }
}
