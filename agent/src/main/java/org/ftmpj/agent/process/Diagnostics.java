package org.ftmpj.agent.process;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.Charset;
import org.ftmpj.common.config.LogLevel;

/**
 * The messages of FTMPJ itself: on the standard error of the process, past the capture of the
 * program's output. A line is one write. Any thread.
 */
public final class Diagnostics {
  private static final OutputStream STDERR = new FileOutputStream(FileDescriptor.err);

  private volatile LogLevel level = LogLevel.WARN;
  private volatile String who = "ftmpj: ";

  public void level(LogLevel level) {
    this.level = level;
  }

  /** From now on every line says which rank it is about. */
  public void rank(int rank, int incarnation) {
    who = "ftmpj: rank " + rank + ", incarnation " + incarnation + ": ";
  }

  /** Whether lines of that level are written. */
  public boolean isOn(LogLevel level) {
    return level.compareTo(this.level) <= 0;
  }

  /** Writes a line if its level is on. */
  public void say(LogLevel level, String text) {
    if (isOn(level)) {
      write(who + text + System.lineSeparator());
    }
  }

  public void warn(String text) {
    say(LogLevel.WARN, text);
  }

  /** Writes a line that is not about a rank, if its level is on. */
  public void announce(LogLevel level, String text) {
    if (isOn(level)) {
      write(text + System.lineSeparator());
    }
  }

  /** The stack trace of something unexpected. */
  public void trace(LogLevel level, Throwable thrown) {
    if (isOn(level)) {
      StringWriter text = new StringWriter();
      thrown.printStackTrace(new PrintWriter(text));
      write(text.toString());
    }
  }

  private static void write(String text) {
    try {
      STDERR.write(text.getBytes(Charset.defaultCharset()));
    } catch (IOException stderrIsClosed) {
      // There is nowhere left to say it.
    }
  }
}
