package org.ftmpj.supervisor.console;

import java.io.ByteArrayOutputStream;

/** A line of one source that has no end yet, and how much of it the screen shows. */
final class Line {
  private final ByteArrayOutputStream text = new ByteArrayOutputStream();
  private int shown;
  private boolean ofSeveral;
  private long sinceNs;

  /**
   * Adds to its end.
   *
   * @param nowNs the time
   */
  void add(byte[] b, int off, int len, long nowNs) {
    if (len > 0 && text.size() == shown) {
      sinceNs = nowNs;
    }
    text.write(b, off, len);
  }

  /** Adds that part of another line which is not shown. */
  void addRest(Line other, long nowNs) {
    byte[] rest = other.rest();
    add(rest, 0, rest.length, nowNs);
  }

  /** What is not shown. */
  byte[] rest() {
    byte[] all = text.toByteArray();
    byte[] rest = new byte[all.length - shown];
    System.arraycopy(all, shown, rest, 0, rest.length);
    return rest;
  }

  /** Whether its beginning was shown, and nothing of it is not shown but a line feed. */
  boolean lacksOnlyItsEnd() {
    byte[] rest = rest();
    return shown > 0 && rest.length == 1 && rest[0] == '\n';
  }

  /** All of it is shown now. */
  void shown() {
    shown = text.size();
  }

  /** Whether something of it has not been shown for so long. */
  boolean isOverdue(long longestNs, long nowNs) {
    return text.size() > shown && nowNs - sinceNs >= longestNs;
  }

  /** Whether the screen shows its beginning. */
  boolean hasBegun() {
    return shown > 0;
  }

  /** Another thread has written to it, too. */
  void shared() {
    ofSeveral = true;
  }

  boolean isOfSeveral() {
    return ofSeveral;
  }

  int length() {
    return text.size();
  }

  /** Becomes the next line, or, of a very long one, the next part. */
  void reset() {
    text.reset();
    shown = 0;
    ofSeveral = false;
  }
}
