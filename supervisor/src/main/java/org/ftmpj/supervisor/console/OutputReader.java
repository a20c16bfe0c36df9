package org.ftmpj.supervisor.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * Reads a rank's output log for the console while it is written, over all incarnations. Used by one
 * thread.
 */
public final class OutputReader implements OutputLog {
  private final Path file;
  private OutputScanner scanner;
  private long position;
  private long suspect = -1;

  private OutputReader(Path file, long position) {
    this.file = file;
    this.position = position;
  }

  /**
   * @param file need not exist yet
   * @param position 0 for the start, or an earlier {@link #position}
   */
  public static OutputReader open(Path file, long position) {
    return new OutputReader(file, position);
  }

  /** The end of the last record handed over. */
  public long position() {
    return position;
  }

  /**
   * Hands over every new complete record. Does not wait.
   *
   * @return the number of records
   * @throws FtmpjException LOG_CORRUPT, LOG_VERSION
   */
  @Override
  public int poll(Consumer<OutputRecord> sink) {
    try {
      return scan(sink);
    } catch (IOException e) {
      throw new FtmpjException(ErrorCode.LOG_CORRUPT, "cannot read output log " + file, e);
    }
  }

  private int scan(Consumer<OutputRecord> sink) throws IOException {
    if (scanner == null) {
      if (!Files.exists(file)) {
        return 0;
      }
      scanner = new OutputScanner(file, position);
    }
    int records = 0;
    for (OutputRecord record = scanner.next(); record != null; record = scanner.next()) {
      position = scanner.position();
      records++;
      sink.accept(record);
    }
    if (scanner.damaged()) {
      refuseTheSecondTime();
    }
    return records;
  }

  /**
   * Refuses a damaged record the second time. Once is allowed: the torn end may have been cut off
   * and overwritten while it was read.
   */
  private void refuseTheSecondTime() {
    if (suspect == position) {
      throw new FtmpjException(ErrorCode.LOG_CORRUPT, file + " is damaged at " + position);
    }
    suspect = position;
  }

  @Override
  public void close() {
    try {
      if (scanner != null) {
        scanner.close();
      }
    } catch (IOException e) {
      throw new FtmpjException(ErrorCode.LOG_CORRUPT, "cannot close output log " + file, e);
    }
  }
}
