package org.ftmpj.checkpoint.bridge;

import java.nio.ByteBuffer;

/** The pending input of a {@code Deflater} or an {@code Inflater}. */
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

  /** The number of bytes. */
  int given() {
    return buffer == null ? end - at : buffer.remaining();
  }

  /**
   * Adds a call that has taken input to the history.
   *
   * @param given number of bytes before the call
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
