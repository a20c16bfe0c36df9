package org.ftmpj.supervisor.console;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.util.Arrays;

/**
 * A line that differs from the one that an earlier incarnation wrote.
 *
 * @param number of the line in its thread's text on its stream, from 1
 * @param expected the line as it was written first, shortened
 * @param actual what is known of the line now, shortened
 */
record LineDifference(long number, String expected, String actual) {
  /** The most bytes of a line that are shown. */
  static final int SHOWN = 200;

  /** A character set with one character for each byte. */
  static final Charset BYTES = ISO_8859_1;

  /** The end of the line that contains {@code from}: after its line feed, or at {@code end}. */
  static int lineEnd(byte[] b, int from, int end) {
    int at = from;
    while (at < end && b[at] != '\n') {
      at++;
    }
    return Math.min(at + 1, end);
  }

  /** The number of line ends in a part of an array. */
  static long lineEnds(byte[] b, int from, int end) {
    long ends = 0;
    for (int i = from; i < end; i++) {
      ends += b[i] == '\n' ? 1 : 0;
    }
    return ends;
  }

  /** The text of a line without its end: its beginning, and its rest in an array. */
  static String text(byte[] begun, byte[] b, int from, int end) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    line.writeBytes(begun);
    line.write(b, from, lineEnd(b, from, end) - from);
    byte[] whole = line.toByteArray();
    String text = new String(Arrays.copyOf(whole, Math.min(whole.length, SHOWN)), UTF_8).strip();
    return whole.length > SHOWN ? text + "…" : text;
  }
}
