package org.ftmpj.supervisor.input;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;

/**
 * The standard input of a job as rank 0 reads it: from the record, from its start in every
 * incarnation.
 */
public final class RecordedInput {
  /** The number of bytes that are requested beyond those read. */
  private static final long AHEAD = 16L * InputFiles.CHUNK;

  private static final long POLL_MS = 2;

  private final InputFiles files;
  private final RandomAccessFile text;

  private RecordedInput(InputFiles files, RandomAccessFile text) {
    this.files = files;
    this.text = text;
  }

  /** Whether the job has a standard input. */
  public static boolean isThere(JobLayout layout) {
    return Files.exists(new InputFiles(layout.input()).text());
  }

  /**
   * @throws FtmpjException LOG_CORRUPT if it cannot be read
   */
  public static RecordedInput open(JobLayout layout) {
    InputFiles files = new InputFiles(layout.input());
    try {
      return new RecordedInput(files, new RandomAccessFile(files.text().toFile(), "r"));
    } catch (IOException e) {
      throw unreadable(files, e);
    }
  }

  /**
   * Waits until something after that position is recorded, or the input has ended.
   *
   * @param meanwhile called again and again while it waits
   * @throws FtmpjException LOG_CORRUPT, LOG_NOT_WRITABLE
   */
  public void await(long position, Runnable meanwhile) {
    boolean interrupted = false;
    try {
      for (want(position); available(position) == 0; ) {
        meanwhile.run();
        try {
          Thread.sleep(POLL_MS);
        } catch (InterruptedException e) {
          // As in the JDK, a read is not interrupted.
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Requests the input after that position.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void want(long position) {
    try {
      files.want(position + AHEAD);
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE, "cannot ask for input in " + files.wanted() + ": " + e, e);
    }
  }

  /**
   * The number of recorded bytes after that position; -1 at the end. The record may end before that
   * position, if it is that of a checkpoint of another host.
   *
   * @throws FtmpjException LOG_CORRUPT
   */
  public long available(long position) {
    try {
      boolean ended = Files.exists(files.end());
      long bytes = Math.max(0, text.length() - position);
      return bytes == 0 && ended ? -1 : bytes;
    } catch (IOException e) {
      throw unreadable(files, e);
    }
  }

  /**
   * Reads recorded bytes.
   *
   * @throws FtmpjException LOG_CORRUPT
   */
  public synchronized void read(long position, byte[] b, int off, int len) {
    try {
      text.seek(position);
      text.readFully(b, off, len);
    } catch (IOException e) {
      throw unreadable(files, e);
    }
  }

  private static FtmpjException unreadable(InputFiles files, IOException e) {
    return new FtmpjException(
        ErrorCode.LOG_CORRUPT, "cannot read the standard input in " + files.text() + ": " + e, e);
  }
}
