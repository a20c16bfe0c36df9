package org.ftmpj.supervisor.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Puts pieces of one rank's stream together into whole lines, so that lines of several ranks do not
 * mix. Not thread-safe.
 */
final class Lines {
  /** A line longer than this is passed on in parts. */
  static final int LONGEST = 1 << 20;

  private final byte[] label;
  private final ByteArrayOutputStream partial = new ByteArrayOutputStream();
  private final Map<String, byte[]> unfinished = new LinkedHashMap<>();
  private String writer = "";
  private int writerIncarnation;
  private long passedOn;

  /**
   * @param label stands before each line; may be empty
   */
  Lines(String label) {
    this.label = label.getBytes(UTF_8);
  }

  /**
   * Adds a piece that a thread of the rank has written. A line in the middle of which the rank died
   * is put aside until that thread, in a later incarnation, writes the rest; others may write
   * before.
   */
  void add(OutputRecord record, ByteArrayOutputStream sink) {
    if (record.incarnation() != writerIncarnation && partial.size() > 0) {
      unfinished.merge(writer, partial.toByteArray(), Lines::join);
      partial.reset();
    }
    byte[] begun = unfinished.remove(record.thread());
    writer = record.thread();
    writerIncarnation = record.incarnation();
    byte[] text = begun == null ? record.text() : join(begun, record.text());
    add(text, text.length, sink);
  }

  private static byte[] join(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
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
    finishPartial(sink);
    for (byte[] begun : unfinished.values()) {
      partial.writeBytes(begun);
      finishPartial(sink);
    }
    unfinished.clear();
  }

  private void finishPartial(ByteArrayOutputStream sink) {
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
    passedOn++;
  }

  /** How many lines, or parts of very long ones, were passed on. */
  long passedOn() {
    return passedOn;
  }
}
