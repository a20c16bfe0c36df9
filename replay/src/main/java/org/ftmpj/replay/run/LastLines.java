package org.ftmpj.replay.run;

import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The end of a process's own messages, which bypass the capture of its program's output. Any
 * thread.
 */
final class LastLines {
  private static final int KEPT = 1 << 13;
  private static final int SHOWN = 12;

  private final StringBuilder text = new StringBuilder();

  synchronized void add(int stream, byte[] bytes, int length) {
    text.append(new String(bytes, 0, length, Charset.defaultCharset()));
    if (text.length() > KEPT) {
      text.delete(0, text.length() - KEPT);
    }
  }

  /** The lines after a colon, if there are any. */
  synchronized String text() {
    String[] lines = text.toString().strip().split("\\R");
    if (lines.length == 1 && lines[0].isEmpty()) {
      return "";
    }
    return Arrays.stream(lines)
        .skip(Math.max(0, lines.length - SHOWN))
        .collect(Collectors.joining(" | ", ": ", ""));
  }
}
