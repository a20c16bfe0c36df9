package org.ftmpj.supervisor.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * A piece of a rank's standard output or error, as the program wrote it. Big-endian:
 *
 * <pre>
 *  0  u8   version, 1
 *  1  u8   stream: 1 standard output, 2 standard error; 128 more if the line without an end that
 *          this thread has written to it before is given up, and begins once more here
 *  2  u16  t, bytes of the thread's name
 *  4  i32  incarnation that wrote it
 *  8  i32  n, bytes of text, 1 to {@value #MAX_TEXT}
 * 12  i32  CRC-32C of bytes 0 to 11 and of everything from byte 16 on
 * 16       the thread's name, UTF-8
 * 16+t     the text
 * </pre>
 *
 * @param stream {@link #OUT} or {@link #ERR}
 * @param restartsLine whether a line is given up that this thread had begun
 * @param text not to be changed
 */
public record OutputRecord(
    int incarnation, int stream, boolean restartsLine, String thread, byte[] text) {
  public static final int OUT = 1;
  public static final int ERR = 2;

  static final int HEADER = 16;
  static final int MAX_TEXT = 1 << 20;
  static final int MAX_THREAD = 0xffff;
  static final int RESTARTS_LINE = 0x80;
  private static final byte VERSION = 1;
  private static final int CRC_AT = 12;

  static int length(int threadBytes, int textBytes) {
    return HEADER + threadBytes + textBytes;
  }

  /**
   * Encodes a record at the position of {@code into}.
   *
   * @param stream as in the record
   */
  static void encode(
      ByteBuffer into, int incarnation, int stream, byte[] thread, byte[] b, int off, int len) {
    int start = into.position();
    into.put(VERSION).put((byte) stream).putShort((short) thread.length);
    into.putInt(incarnation).putInt(len).putInt(0);
    into.put(thread).put(b, off, len);
    into.putInt(start + CRC_AT, crc(into, start, into.position()));
  }

  /** Whether the header at the position of {@code from} has this version. */
  static boolean isKnown(ByteBuffer from) {
    return from.get(from.position()) == VERSION;
  }

  /**
   * The length of the whole record at the position of {@code from}, which has at least the header;
   * -1 if no record has such a header.
   */
  static int lengthAt(ByteBuffer from) {
    int start = from.position();
    int stream = streamAt(from);
    int text = from.getInt(start + 8);
    boolean sound = (stream == OUT || stream == ERR) && text > 0 && text <= MAX_TEXT;
    return sound ? length(threadLengthAt(from), text) : -1;
  }

  /** Decodes the record of that length; null if its check sum is wrong. */
  static OutputRecord decode(ByteBuffer from, int length) {
    int start = from.position();
    if (from.getInt(start + CRC_AT) != crc(from, start, start + length)) {
      return null;
    }
    int threadLength = threadLengthAt(from);
    int incarnation = from.getInt(start + 4);
    int stream = streamAt(from);
    boolean restartsLine = (from.get(start + 1) & RESTARTS_LINE) != 0;
    byte[] thread = new byte[threadLength];
    byte[] text = new byte[length - HEADER - threadLength];
    from.position(start + HEADER);
    from.get(thread).get(text);
    return new OutputRecord(incarnation, stream, restartsLine, new String(thread, UTF_8), text);
  }

  private static int streamAt(ByteBuffer from) {
    return Byte.toUnsignedInt(from.get(from.position() + 1)) & ~RESTARTS_LINE;
  }

  private static int threadLengthAt(ByteBuffer from) {
    return Short.toUnsignedInt(from.getShort(from.position() + 2));
  }

  private static int crc(ByteBuffer record, int start, int end) {
    CRC32C crc = new CRC32C();
    crc.update(record.slice(start, CRC_AT));
    crc.update(record.slice(start + HEADER, end - start - HEADER));
    return (int) crc.getValue();
  }
}
