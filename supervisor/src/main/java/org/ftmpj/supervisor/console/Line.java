package org.ftmpj.supervisor.console;

import java.io.ByteArrayOutputStream;

/** A line of one source without an end, and the part of it that the screen shows. */
final class Line {
  private final ByteArrayOutputStream text = new ByteArrayOutputStream();
  private int shown;
  private boolean ofSeveral;
  private long sinceNs;

  /**
   * Adds text to its end.
   *
   * @param nowNs the time
   */
  void add(byte[] b, int off, int len, long nowNs) {
    if (len > 0 && text.size() == shown) {
      sinceNs = nowNs;
    }
    text.write(b, off, len);
  }

  /** Adds the part of another line that is not shown. */
  void addRest(Line other, long nowNs) {
    byte[] rest = other.rest();
    add(rest, 0, rest.length, nowNs);
  }

  /** The part that is not shown. */
  byte[] rest() {
    byte[] all = text.toByteArray();
    byte[] rest = new byte[all.length - shown];
    System.arraycopy(all, shown, rest, 0, rest.length);
    return rest;
  }

  /** Whether its beginning is shown, and at most a line feed is missing. */
  boolean lacksOnlyItsEnd() {
    byte[] rest = rest();
    return shown > 0 && rest.length == 1 && rest[0] == '\n';
  }

  /** Records that all of it is shown. */
  void shown() {
    shown = text.size();
  }

  /** Whether some part of it has been waiting to be shown for so long. */
  boolean isOverdue(long longestNs, long nowNs) {
    return text.size() > shown && nowNs - sinceNs >= longestNs;
  }

  /** Whether the screen shows its beginning. */
  boolean hasBegun() {
    return shown > 0;
  }

  /** Records that another thread has written to it, too. */
  void shared() {
    ofSeveral = true;
  }

  boolean isOfSeveral() {
    return ofSeveral;
  }

  int length() {
    return text.size();
  }

  /** Becomes the next line, or the next part of a very long one. */
  void reset() {
    text.reset();
    shown = 0;
    ofSeveral = false;
  }
}
