package org.ftmpj.supervisor.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/**
 * Puts pieces of one rank's stream together into whole lines, so that lines of several ranks do not
 * mix. Not thread-safe.
 */
final class Lines {
  /** A line longer than this is passed on in parts. */
  static final int LONGEST = 1 << 20;

  private final byte[] label;
  private final ByteArrayOutputStream partial = new ByteArrayOutputStream();

  /**
   * @param label stands before each line; may be empty
   */
  Lines(String label) {
    this.label = label.getBytes(UTF_8);
  }

  /** Adds a piece; what is complete now goes to {@code sink}. */
  void add(byte[] bytes, int length, ByteArrayOutputStream sink) {
    int start = 0;
    for (int i = 0; i < length; i++) {
      if (bytes[i] == '\n') {
        partial.write(bytes, start, i + 1 - start);
        start = i + 1;
        take(sink);
      }
    }
    partial.write(bytes, start, length - start);
    if (partial.size() >= LONGEST) {
      take(sink);
    }
  }

  /** Gives what is left of a last line without an end. */
  void finish(ByteArrayOutputStream sink) {
    if (partial.size() > 0) {
      boolean labelled = label.length > 0;
      take(sink);
      if (labelled) {
        sink.write('\n');
      }
    }
  }

  private void take(ByteArrayOutputStream sink) {
    sink.writeBytes(label);
    sink.writeBytes(partial.toByteArray());
    partial.reset();
  }
}
