package org.ftmpj.supervisor.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * Compares the text of a re-executed program with the output log, line by line for each thread and
 * stream, without writing it. The log is opened read-only. Any thread.
 */
public final class RecordedOutput implements OutputSink, AutoCloseable {
  private final Path file;
  private final RecordedTexts held = new RecordedTexts();
  private final RandomAccessFile log;
  private final Differences differences;
  private final Map<RecordedTexts.Source, LineWithoutEnd> begun = new HashMap<>();
  private long lines;

  /**
   * A listener to differences from the record. Called by the writing thread, under a lock. Called
   * by the thread that wrote, under a lock.
   */
  public interface Differences {
    /**
     * Called for lines that differ from the recorded ones.
     *
     * @param lines the number of such lines
     * @param expected the first of them, and its place
     * @param actual what was written instead
     */
    void differs(String thread, long lines, String expected, String actual);

    /**
     * Called for text after the end of the record.
     *
     * @param lengthens whether the text continues the last line of the record, which was equal so
     *     far
     * @param lines the number of lines that begin in the text
     */
    void pastRecord(String thread, boolean lengthens, long lines, String actual);
  }

  /** The state of a line whose end was not written yet. */
  private enum LineWithoutEnd {
    AS_RECORDED,
    REPORTED
  }

  /**
   * The recorded text of a thread that was not written again.
   *
   * @param cut lines that were written in part
   * @param lines other lines
   */
  public record Missing(long cut, long lines) {}

  private RecordedOutput(Path file, long checkpoint, Differences differences) throws IOException {
    this.file = file;
    this.differences = differences;
    long end = held.read(file, checkpoint);
    if (end < checkpoint) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT,
          file + " ends at " + end + ", but had " + checkpoint + " bytes at a checkpoint");
    }
    log = Files.exists(file) ? new RandomAccessFile(file.toFile(), "r") : null;
  }

  /**
   * Opens the log.
   *
   * @param file need not exist: then nothing was written
   * @param checkpoint the {@link OutputWriter#position} from which the program goes on; 0 if it
   *     starts at its beginning
   * @throws FtmpjException LOG_CORRUPT, LOG_VERSION
   */
  public static RecordedOutput open(Path file, long checkpoint, Differences differences) {
    try {
      return new RecordedOutput(file, checkpoint, differences);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  @Override
  public synchronized void write(int stream, String thread, byte[] b, int off, int len) {
    RecordedTexts.Source source = new RecordedTexts.Source(thread, stream);
    RecordedText recorded = held.of(source);
    int compared = 0;
    if (recorded != null) {
      RecordedText.Comparison comparison = compare(recorded, b, off, len);
      compared = comparison.bytes();
      held.forget(source);
      begun.put(source, lineWithoutEnd(recorded, comparison));
      lines += LineDifference.lineEnds(b, off, off + compared);
      if (comparison.difference() != null) {
        differs(source, comparison);
      }
    }
    if (compared < len) {
      pastRecord(source, b, off + compared, len - compared);
    }
  }

  /** The state of the last line of a text; null if the text ends with a line. */
  private static LineWithoutEnd lineWithoutEnd(
      RecordedText recorded, RecordedText.Comparison comparison) {
    if (comparison.again() != null || recorded.isSkipping()) {
      return LineWithoutEnd.REPORTED;
    }
    return recorded.isWithinLine() ? LineWithoutEnd.AS_RECORDED : null;
  }

  private void pastRecord(RecordedTexts.Source source, byte[] b, int off, int len) {
    LineWithoutEnd line = begun.get(source);
    boolean ends = b[off + len - 1] == '\n';
    long begin =
        LineDifference.lineEnds(b, off, off + len) + (line == null ? 1 : 0) - (ends ? 1 : 0);
    begun.put(source, ends ? null : LineWithoutEnd.REPORTED);
    differences.pastRecord(
        source.thread(), line == LineWithoutEnd.AS_RECORDED, begin, "'" + text(b, off, len) + "'");
  }

  private RecordedText.Comparison compare(RecordedText recorded, byte[] b, int off, int len) {
    try {
      return recorded.compare(log, b, off, len);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private void differs(RecordedTexts.Source source, RecordedText.Comparison comparison) {
    LineDifference line = comparison.difference();
    String where =
        " as line "
            + line.number()
            + (source.stream() == OutputRecord.OUT ? " of standard output" : " of standard error");
    differences.differs(
        source.thread(),
        comparison.differing(),
        "'" + line.expected() + "'" + where,
        "'" + line.actual() + "'");
  }

  /** Lines compared so far. */
  public synchronized long lines() {
    return lines;
  }

  /** Whether the record has more of that thread than was written again. */
  public synchronized boolean hasUnrepeated(String thread) {
    return held.hasUnrepeated(thread);
  }

  /** The beginning of the recorded text of that thread that was not written again; may be empty. */
  public synchronized String rest(String thread) {
    try {
      for (int stream : new int[] {OutputRecord.OUT, OutputRecord.ERR}) {
        RecordedTexts.Source source = new RecordedTexts.Source(thread, stream);
        if (held.hasUnrepeated(source)) {
          byte[] rest = held.of(source).peek(log);
          return LineDifference.text(new byte[0], rest, 0, rest.length);
        }
      }
      return "";
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  /** The recorded text of that thread that was not written again. */
  public synchronized Missing missing(String thread) {
    long cut = 0;
    long missing = 0;
    try {
      for (RecordedTexts.Source source : held.sources()) {
        if (source.thread().equals(thread) && held.hasUnrepeated(source)) {
          RecordedText output = held.of(source);
          missing += output.linesLeft(log);
          cut += output.isWithinLine() ? 1 : 0;
        }
      }
    } catch (IOException e) {
      throw unreadable(file, e);
    }
    return new Missing(cut, missing);
  }

  /** The threads with more recorded text than was written again. */
  public synchronized List<String> unfinished() {
    List<String> threads = new ArrayList<>();
    for (RecordedTexts.Source source : held.sources()) {
      if (held.hasUnrepeated(source) && !threads.contains(source.thread())) {
        threads.add(source.thread());
      }
    }
    return threads;
  }

  private static String text(byte[] b, int off, int len) {
    String text = new String(b, off, Math.min(len, LineDifference.SHOWN), UTF_8).strip();
    return len > LineDifference.SHOWN ? text + "…" : text;
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
