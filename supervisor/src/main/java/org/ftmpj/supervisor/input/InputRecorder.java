package org.ftmpj.supervisor.input;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.OnlyUser;

/**
 * Records the standard input of this process for rank 0, before the rank sees any of it. Nothing is
 * read before the rank requests it: so the rest remains for those who share the input, and a job in
 * the background is stopped by its terminal only if its program reads.
 */
public final class InputRecorder implements AutoCloseable {
  /** The most bytes of a read. */
  public static final int CHUNK = InputFiles.CHUNK;

  private static final long SHORTEST_PAUSE_MS = 5;
  private static final long LONGEST_PAUSE_MS = 50;

  /** The longest wait for a read after the input was closed, in milliseconds. */
  private static final long LONGEST_READ_MS = 1000;

  private final InputFiles files;
  private final ReadableByteChannel input;
  private final Consumer<FtmpjException> failure;
  private final Thread thread = new Thread(this::run, "standard input");
  private long recorded;

  private InputRecorder(
      InputFiles files, ReadableByteChannel input, Consumer<FtmpjException> failure) {
    this.files = files;
    this.input = input;
    this.failure = failure;
  }

  /**
   * Creates the record and starts the thread that writes it.
   *
   * @param failure is called once when it cannot be written
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public static InputRecorder start(JobLayout layout, Consumer<FtmpjException> failure) {
    try {
      return start(layout, standardInput(), failure);
    } catch (IOException e) {
      throw notWritable(new InputFiles(layout.input()), e);
    }
  }

  /**
   * Continues the record of a resumed job: the input of this process follows the recorded one.
   *
   * @return empty if the input has come to its end
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public static Optional<InputRecorder> resume(JobLayout layout, Consumer<FtmpjException> failure) {
    InputFiles files = new InputFiles(layout.input());
    try {
      return resume(files, standardInput(), failure);
    } catch (IOException e) {
      throw notWritable(files, e);
    }
  }

  /** Continues the record with another input, see {@link #start}. */
  public static Optional<InputRecorder> resume(
      JobLayout layout, ReadableByteChannel input, Consumer<FtmpjException> failure) {
    InputFiles files = new InputFiles(layout.input());
    try {
      return resume(files, input, failure);
    } catch (IOException e) {
      throw notWritable(files, e);
    }
  }

  /**
   * The number of recorded bytes; 0 if there is no record, as rank 0 was placed on this host and
   * has not started.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE if it cannot be read
   */
  public static long recorded(JobLayout layout) {
    InputFiles files = new InputFiles(layout.input());
    try {
      return files.areThere() ? Files.size(files.text()) : 0;
    } catch (IOException e) {
      throw notWritable(files, e);
    }
  }

  static Optional<InputRecorder> resume(
      InputFiles files, ReadableByteChannel input, Consumer<FtmpjException> failure)
      throws IOException {
    if (!files.areThere()) {
      return Optional.of(start(files, input, failure));
    }
    if (Files.exists(files.end())) {
      return Optional.empty();
    }
    InputRecorder recorder = new InputRecorder(files, input, failure);
    recorder.recorded = Files.size(files.text());
    return Optional.of(recorder.started());
  }

  /**
   * Starts a record of another input.
   *
   * @param input is read for at most {@link #CHUNK} bytes when the rank requests some; closed by
   *     {@link #close}, which must end a read
   */
  public static InputRecorder start(
      JobLayout layout, ReadableByteChannel input, Consumer<FtmpjException> failure) {
    return start(new InputFiles(layout.input()), input, failure);
  }

  /**
   * The standard input of this process; empty if there is none: then another file of Java has its
   * number.
   */
  public static FileChannel standardInput() throws IOException {
    return isOfJava(Path.of("/proc/self/fd/0"))
        ? FileChannel.open(Path.of("/dev/null"), StandardOpenOption.READ)
        : new FileInputStream(FileDescriptor.in).getChannel();
  }

  private static boolean isOfJava(Path file) {
    try {
      return file.toRealPath()
          .equals(Path.of(System.getProperty("java.home"), "lib", "modules").toRealPath());
    } catch (IOException e) {
      return false; // no file
    }
  }

  static InputRecorder start(
      InputFiles files, ReadableByteChannel input, Consumer<FtmpjException> failure) {
    try {
      files.create();
    } catch (IOException e) {
      throw notWritable(files, e);
    }
    return new InputRecorder(files, input, failure).started();
  }

  private InputRecorder started() {
    thread.setDaemon(true);
    thread.start();
    return this;
  }

  private void run() {
    try (OutputStream text = Files.newOutputStream(files.text(), StandardOpenOption.APPEND)) {
      ByteBuffer buffer = ByteBuffer.allocate(InputFiles.CHUNK);
      while (awaitWanted() && read(buffer)) {
        text.write(buffer.array(), 0, buffer.position());
        recorded += buffer.position();
      }
      if (input.isOpen()) {
        Files.createFile(files.end(), OnlyUser.FILE);
      }
    } catch (IOException e) {
      if (input.isOpen()) {
        failure.accept(notWritable(files, e));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until the rank requests more; false if this is closed before. */
  private boolean awaitWanted() throws IOException, InterruptedException {
    long pauseMs = SHORTEST_PAUSE_MS;
    while (input.isOpen() && files.wantedBytes() <= recorded) {
      Thread.sleep(pauseMs);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
    return input.isOpen();
  }

  /**
   * Reads what is there. An unreadable input is at its end: it was not open, or its terminal is
   * gone.
   */
  private boolean read(ByteBuffer buffer) {
    try {
      return input.read(buffer.clear()) >= 0;
    } catch (IOException e) {
      return false;
    }
  }

  boolean isRunning() {
    return thread.isAlive();
  }

  private static FtmpjException notWritable(InputFiles files, IOException e) {
    Path text = files.text();
    return new FtmpjException(
        ErrorCode.LOG_NOT_WRITABLE, "cannot record the standard input in " + text + ": " + e, e);
  }

  /**
   * Ends the thread, also while it waits for a line to be typed. All that it has read is recorded
   * then.
   */
  @Override
  public void close() {
    try {
      input.close();
      thread.join(LONGEST_READ_MS);
    } catch (IOException e) {
      // Then the thread ends with this process.
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
