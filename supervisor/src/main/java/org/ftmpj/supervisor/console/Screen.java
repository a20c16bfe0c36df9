package org.ftmpj.supervisor.console;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Predicate;

/**
 * A place where lines of several sources are shown one after the other, such as a terminal. At most
 * one of them is open, that is without an end so far; when another one has to be shown, the open
 * one is ended first, and goes on in a line of its own. Standard output and error may be one
 * screen. Not thread-safe.
 */
final class Screen {
  private static final byte[] NOTHING = {};

  private final ByteArrayOutputStream text = new ByteArrayOutputStream();
  private OutputStream to; // null if there is no text
  private Line open;
  private OutputStream openOn;
  private long openedNs;
  private boolean inLine; // whether what was written last has no end
  private IOException loss; // null while all could be written

  /**
   * Shows the part of a line that is not shown yet.
   *
   * @param label text before it
   * @param ends whether another line may follow at once
   */
  void show(Line line, byte[] label, OutputStream stream, boolean ends, long nowNs) {
    byte[] rest = line.rest();
    if (open != line && line.lacksOnlyItsEnd()) {
      // It has got one: it was shown, and ended for another line.
      rest = NOTHING;
    } else if (open != line && rest.length > 0) {
      end(open);
      write(stream, label);
      open = line;
      openOn = stream;
      openedNs = nowNs;
    }
    write(stream, rest);
    line.shown();
    if (ends && open == line) {
      open = null;
    }
  }

  /** Ends the line if it is the open one; null is none. */
  void end(Line line) {
    if (line != null && line == open) {
      write(openOn, new byte[] {'\n'});
      open = null;
    }
  }

  /** Shows a complete line in a line of its own. */
  void show(OutputStream stream, byte[] line) {
    end(open);
    if (inLine) {
      write(stream, new byte[] {'\n'});
    }
    write(stream, line);
  }

  /** The open line; null if there is none, or it has been open for longer than that. */
  Line openFor(long longestNs, long nowNs) {
    return open != null && nowNs - openedNs < longestNs ? open : null;
  }

  /** Restarts the wait for the end of the open line, if it is that one. */
  void waitAgain(Predicate<Line> which, long nowNs) {
    if (open != null && which.test(open)) {
      openedNs = nowNs;
    }
  }

  private void write(OutputStream stream, byte[] bytes) {
    if (to != stream) {
      flush();
      to = stream;
    }
    text.writeBytes(bytes);
    inLine = bytes.length > 0 ? bytes[bytes.length - 1] != '\n' : inLine;
  }

  /** The reason why something could not be written; null if all could. */
  IOException loss() {
    return loss;
  }

  /**
   * Writes the buffered text; text that cannot be written is lost, and {@link #loss} gives the
   * reason.
   */
  void flush() {
    if (text.size() > 0) {
      try {
        text.writeTo(to);
        to.flush();
      } catch (IOException e) {
        loss = loss == null ? e : loss;
      }
      text.reset();
    }
  }
}
