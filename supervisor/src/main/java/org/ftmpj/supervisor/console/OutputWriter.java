package org.ftmpj.supervisor.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.OnlyUser;

/**
 * A rank's standard output and error as a logged channel to the console (protocol rule OUTPUT).
 * What earlier incarnations wrote is not written again, but compared line by line, for each thread
 * and stream separately, as the order between threads may change.
 *
 * <p>Used by any number of threads. One incarnation at a time: the one before must have been
 * reaped.
 */
public final class OutputWriter implements OutputSink, AutoCloseable {
  private final Path path;
  private final int incarnation;
  private final Consumer<String> warning;
  private final RecordedTexts held = new RecordedTexts();
  // Not a FileChannel: that closes itself when the program's thread is interrupted.
  private final FileOutputStream file;
  private final RandomAccessFile earlier;
  private ByteBuffer buffer = ByteBuffer.allocate(1 << 13);
  private long dropped;
  private boolean warned;

  private OutputWriter(Path path, int incarnation, long checkpoint, Consumer<String> warning)
      throws IOException {
    this.path = path;
    this.incarnation = incarnation;
    this.warning = warning;
    OnlyUser.createIfMissing(path);
    this.file = new FileOutputStream(path.toFile(), true);
    this.earlier = new RandomAccessFile(path.toFile(), "rw");
    continueEarlier(checkpoint);
  }

  /**
   * Creates the log, or continues it: an unfinished record of the incarnation before is cut off.
   *
   * @param file in an existing directory
   * @param warning is called once when this incarnation writes something else than earlier ones did
   * @throws FtmpjException LOG_NOT_WRITABLE, LOG_CORRUPT, LOG_VERSION
   */
  public static OutputWriter open(Path file, int incarnation, Consumer<String> warning) {
    return open(file, incarnation, 0, warning);
  }

  /**
   * Creates or continues the log of a rank that goes on from a checkpoint.
   *
   * @param checkpoint the {@link #position} at that checkpoint
   */
  public static OutputWriter open(
      Path file, int incarnation, long checkpoint, Consumer<String> warning) {
    try {
      return new OutputWriter(file, incarnation, checkpoint, warning);
    } catch (IOException e) {
      throw new FtmpjException(ErrorCode.LOG_NOT_WRITABLE, "cannot open output log " + file, e);
    }
  }

  private void continueEarlier(long checkpoint) throws IOException {
    long end = held.read(path, checkpoint);
    if (end < checkpoint) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT,
          path + " ends at " + end + ", but had " + checkpoint + " bytes at a checkpoint");
    }
    if (Files.size(path) > end) {
      earlier.setLength(end);
    }
  }

  /**
   * Appends new text, which survives the death of this process from then on.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  @Override
  public synchronized void write(int stream, String thread, byte[] b, int off, int len) {
    if (stream != OutputRecord.OUT && stream != OutputRecord.ERR) {
      throw new IllegalArgumentException("no stream " + stream);
    }
    RecordedTexts.Source source = new RecordedTexts.Source(thread, stream);
    try {
      RecordedText before = held.of(source);
      if (before == null) {
        append(source, 0, b, off, len);
      } else {
        compareAndAppend(source, before, b, off, len);
      }
    } catch (IOException e) {
      throw new FtmpjException(ErrorCode.LOG_NOT_WRITABLE, "cannot write to " + path, e);
    }
  }

  private void compareAndAppend(
      RecordedTexts.Source source, RecordedText before, byte[] b, int off, int len)
      throws IOException {
    RecordedText.Comparison comparison = before.compare(earlier, b, off, len);
    int bytes = comparison.bytes();
    held.forget(source);
    dropped += bytes;
    if (comparison.difference() != null && !warned) {
      warned = true;
      warning.accept(difference(source, comparison));
    }
    byte[] again = comparison.again();
    if (again == null) {
      append(source, 0, b, off + bytes, len - bytes);
    } else {
      byte[] line = Arrays.copyOf(again, again.length + len - bytes);
      System.arraycopy(b, off + bytes, line, again.length, len - bytes);
      append(source, OutputRecord.RESTARTS_LINE, line, 0, line.length);
    }
  }

  private String difference(RecordedTexts.Source source, RecordedText.Comparison comparison) {
    LineDifference line = comparison.difference();
    return "incarnation %d wrote '%s' as line %d of %s (thread %s), where an earlier incarnation wrote '%s'; %s"
        .formatted(
            incarnation,
            line.actual(),
            line.number(),
            source.stream() == OutputRecord.OUT ? "standard output" : "standard error",
            source.thread(),
            line.expected(),
            comparison.again() == null
                ? "the earlier text stands"
                : "it had died in that line, which is printed as it is now");
  }

  private void append(RecordedTexts.Source source, int mark, byte[] b, int off, int len)
      throws IOException {
    int first = source.stream() | mark;
    for (int at = 0; at < len; at += OutputRecord.MAX_TEXT) {
      int stream = at == 0 ? first : source.stream();
      append(stream, source.thread(), b, off + at, Math.min(len - at, OutputRecord.MAX_TEXT));
    }
  }

  private void append(int stream, String thread, byte[] b, int off, int len) throws IOException {
    byte[] name = thread.getBytes(UTF_8);
    if (name.length > OutputRecord.MAX_THREAD) {
      name = Arrays.copyOf(name, OutputRecord.MAX_THREAD);
    }
    int length = OutputRecord.length(name.length, len);
    buffer = length <= buffer.capacity() ? buffer.clear() : ByteBuffer.allocate(length);
    OutputRecord.encode(buffer, incarnation, stream, name, b, off, len);
    file.write(buffer.array(), 0, length);
  }

  /**
   * Whether the log has bytes of that thread, on either stream, that this incarnation has not
   * written again yet.
   */
  public synchronized boolean hasUnrepeated(String thread) {
    return held.hasUnrepeated(thread);
  }

  /**
   * The next line on standard output that the log has of that thread, complete, and that this
   * incarnation has not written again yet; empty if there is none.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public synchronized Optional<String> unrepeatedLine(String thread) {
    RecordedText output = held.of(new RecordedTexts.Source(thread, OutputRecord.OUT));
    try {
      return output == null ? Optional.empty() : output.line(earlier);
    } catch (IOException e) {
      throw new FtmpjException(ErrorCode.LOG_NOT_WRITABLE, "cannot look at " + path, e);
    }
  }

  /**
   * The end of the log, for a checkpoint of a rank that has written all recorded text again.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public synchronized long position() {
    try {
      return earlier.length();
    } catch (IOException e) {
      throw new FtmpjException(ErrorCode.LOG_NOT_WRITABLE, "cannot look at " + path, e);
    }
  }

  /** Bytes not written because earlier incarnations had written them. */
  public synchronized long dropped() {
    return dropped;
  }

  @Override
  public synchronized void close() {
    try (file) {
      earlier.close();
    } catch (IOException e) {
      throw new FtmpjException(ErrorCode.LOG_NOT_WRITABLE, "cannot close " + path, e);
    }
  }
}
