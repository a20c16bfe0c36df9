package org.ftmpj.supervisor.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.OutputStream;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Joins pieces of one rank's stream to lines, so that lines of several ranks do not mix. Not
 * thread-safe.
 */
final class Lines {
  /** The longest line in bytes; a longer one is shown in parts. */
  static final int LONGEST = 1 << 20;

  private final byte[] label;
  private final Screen screen;
  private final OutputStream stream;
  private final Map<String, Line> unfinished = new LinkedHashMap<>();
  private final Map<String, Line> left = new LinkedHashMap<>();
  private Line line = new Line();
  private String writer = "";
  private int writerIncarnation;
  private long passedOn;

  /**
   * @param label text before each line; may be empty
   * @param stream of the screen
   */
  Lines(String label, Screen screen, OutputStream stream) {
    this.label = label.getBytes(UTF_8);
    this.screen = screen;
    this.stream = stream;
  }

  /**
   * Adds a piece of a thread of the rank. A line that the rank's death has interrupted is put aside
   * until that thread, in a later incarnation, writes the rest; others may write before.
   */
  void add(OutputRecord record, long nowNs) {
    if (record.incarnation() != writerIncarnation && line.length() > 0) {
      unfinished.put(writer, line);
      line = new Line();
    }
    Line begun = unfinished.remove(record.thread());
    boolean isAnothers = line.length() > 0 && !writer.equals(record.thread());
    if (begun != null) {
      goOn(begun, record.restartsLine(), nowNs);
    }
    if (isAnothers) {
      line.shared();
    }
    writer = record.thread();
    writerIncarnation = record.incarnation();
    add(record.text(), record.text().length, nowNs);
  }

  private void goOn(Line begun, boolean restarts, long nowNs) {
    if (restarts) {
      screen.end(begun);
    } else if (line.length() == 0) {
      line = begun;
    } else {
      line.addRest(begun, nowNs);
    }
  }

  /** Adds a piece; shows the lines that are now complete. */
  void add(byte[] bytes, int length, long nowNs) {
    int start = 0;
    while (start < length) {
      int end = LineDifference.lineEnd(bytes, start, length);
      line.add(bytes, start, end - start, nowNs);
      boolean complete = bytes[end - 1] == '\n';
      if (complete || line.length() >= LONGEST) {
        pass(complete, nowNs);
      }
      start = end;
    }
  }

  /** Shows the part of a line that has waited for so long. */
  void showPart(long longestNs, long nowNs) {
    if (line.isOverdue(longestNs, nowNs)) {
      screen.show(line, label, stream, false, nowNs);
    }
  }

  /** Whether that line is one of this source. */
  boolean has(Line one) {
    return line == one || unfinished.containsValue(one);
  }

  /**
   * Shows the rest of a last line without an end, even one that was put aside for another process.
   */
  void finish(long nowNs) {
    finishLine(nowNs);
    finish(unfinished, nowNs);
    finish(left, nowNs);
  }

  private void finish(Map<String, Line> begun, long nowNs) {
    for (Line each : begun.values()) {
      line = each;
      finishLine(nowNs);
    }
    begun.clear();
  }

  /**
   * Leaves the ends of unfinished lines to another process. It shows the whole of a line that is
   * not shown at all; the part of any other line is shown by this one.
   *
   * @return the number of bytes added to this object that it has to show, by the thread that wrote
   *     them
   */
  Map<String, Integer> leave(long nowNs) {
    unfinished.entrySet().removeIf(begun -> leaveAll(begun.getKey(), begun.getValue(), nowNs));
    unfinished.values().forEach(begun -> leave(begun, nowNs));
    if (leaveAll(writer, line, nowNs)) {
      line = new Line();
    }
    leave(line, nowNs);
    Map<String, Integer> bytes = new HashMap<>();
    left.forEach((thread, begun) -> bytes.put(thread, begun.length()));
    return bytes;
  }

  private boolean leaveAll(String thread, Line begun, long nowNs) {
    if (begun.length() == 0 || begun.hasBegun() || begun.isOfSeveral()) {
      return false;
    }
    left.computeIfAbsent(thread, none -> new Line()).addRest(begun, nowNs);
    return true;
  }

  private void leave(Line begun, long nowNs) {
    if (begun.length() > 0) {
      screen.show(begun, label, stream, false, nowNs);
      if (label.length > 0) {
        screen.end(begun); // The rest has a label of its own.
      }
    }
  }

  private void finishLine(long nowNs) {
    if (line.length() > 0) {
      if (label.length > 0) {
        line.add(new byte[] {'\n'}, 0, 1, nowNs);
      }
      pass(true, nowNs);
    }
  }

  private void pass(boolean complete, long nowNs) {
    screen.show(line, label, stream, complete, nowNs);
    line.reset();
    passedOn++;
  }

  /** The number of lines, or parts of very long ones, that were passed on. */
  long passedOn() {
    return passedOn;
  }
}
