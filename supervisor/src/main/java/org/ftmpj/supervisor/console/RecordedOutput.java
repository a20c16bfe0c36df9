package org.ftmpj.supervisor.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;

/**
 * Compares what a re-executed program writes with the output log, byte by byte for each thread and
 * stream, and puts it nowhere. The log is opened for reading only. Any number of threads.
 */
public final class RecordedOutput implements OutputSink, AutoCloseable {
  private static final int SHOWN = 200;

  private final Path file;
  private final HeldOutputs held = new HeldOutputs();
  private final RandomAccessFile log;
  private final Differences differences;
  private long lines;

  /** Is told what is not as recorded. Called by the thread that wrote. */
  public interface Differences {
    /** Something else was recorded there. */
    void differs(String thread, String expected, String actual);

    /** Nothing was recorded there. */
    void pastRecord(String thread, String actual);
  }

  private RecordedOutput(Path file, Differences differences) throws IOException {
    this.file = file;
    this.differences = differences;
    held.read(file);
    log = Files.exists(file) ? new RandomAccessFile(file.toFile(), "r") : null;
  }

  /**
   * @param file need not be there: then nothing was written
   * @throws FtmpjException LOG_CORRUPT, LOG_VERSION
   */
  public static RecordedOutput open(Path file, Differences differences) {
    try {
      return new RecordedOutput(file, differences);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  @Override
  public synchronized void write(int stream, String thread, byte[] b, int off, int len) {
    HeldOutputs.Source source = new HeldOutputs.Source(thread, stream);
    HeldOutput recorded = held.of(source);
    if (recorded == null) {
      differences.pastRecord(thread, "'" + text(b, off, len) + "'");
      return;
    }
    try {
      byte[] expected = recorded.peek(log, Math.max(len, SHOWN));
      int same = Arrays.mismatch(expected, 0, expected.length, b, off, off + len);
      if (same >= 0 && same < Math.min(len, expected.length)) {
        int from = lineStart(expected, same);
        differences.differs(
            thread,
            "'" + firstLine(expected, from, expected.length - from) + "'",
            "'" + firstLine(b, off + from, len - from) + "'");
      }
      int taken = recorded.skip(len);
      held.forget(source);
      countLines(b, off, taken);
      if (taken < len) {
        differences.pastRecord(thread, "'" + text(b, off + taken, len - taken) + "'");
      }
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  /** Lines compared so far. */
  public synchronized long lines() {
    return lines;
  }

  /** Whether more of that thread is recorded than was written again. */
  public synchronized boolean holdsMore(String thread) {
    return held.of(new HeldOutputs.Source(thread, OutputRecord.OUT)) != null
        || held.of(new HeldOutputs.Source(thread, OutputRecord.ERR)) != null;
  }

  /** The beginning of what is recorded of that thread and was not written again; may be empty. */
  public synchronized String rest(String thread) {
    try {
      for (int stream : new int[] {OutputRecord.OUT, OutputRecord.ERR}) {
        HeldOutput output = held.of(new HeldOutputs.Source(thread, stream));
        if (output != null) {
          byte[] rest = output.peek(log, SHOWN);
          return firstLine(rest, 0, rest.length);
        }
      }
      return "";
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  /** The threads of which more is recorded than was written again. */
  public synchronized List<String> unfinished() {
    List<String> threads = new ArrayList<>();
    for (HeldOutputs.Source source : held.sources()) {
      if (held.of(source) != null && !threads.contains(source.thread())) {
        threads.add(source.thread());
      }
    }
    return threads;
  }

  private void countLines(byte[] b, int off, int len) {
    for (int i = off; i < off + len; i++) {
      if (b[i] == '\n') {
        lines++;
      }
    }
  }

  private static int lineStart(byte[] text, int at) {
    int start = at;
    while (start > 0 && text[start - 1] != '\n') {
      start--;
    }
    return start;
  }

  private static String firstLine(byte[] b, int off, int len) {
    int end = off;
    while (end < off + len && b[end] != '\n') {
      end++;
    }
    return text(b, off, end - off);
  }

  private static String text(byte[] b, int off, int len) {
    String text = new String(b, off, Math.min(len, SHOWN), UTF_8).strip();
    return len > SHOWN ? text + "…" : text;
  }

  private static FtmpjException unreadable(Path file, IOException cause) {
    return new FtmpjException(
        ErrorCode.LOG_CORRUPT, "cannot read output log " + file + " (" + cause + ")", cause);
  }

  @Override
  public synchronized void close() {
    try {
      if (log != null) {
        log.close();
      }
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }
}
