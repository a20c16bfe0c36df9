package org.ftmpj.supervisor.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.time.Deadline;

/**
 * The lock of the process that runs a job, on a file in the job's directory. The kernel releases it
 * when that process ends, however it ends. Unlike a process ID it is seen from every PID namespace
 * of the host, and from other hosts where the file system shares its locks.
 *
 * <p>A POSIX lock is lost when its process closes any descriptor of the file, so only this class
 * opens it. All methods may be called by any thread.
 */
public final class JobLock {
  /** The time for a check from another process, which takes microseconds. */
  private static final Duration LONGEST_LOOK = Duration.ofSeconds(2);

  private static final long PAUSE_MS = 5;

  /** The locks of this process, by the directory of their job. */
  private static final Map<Path, FileChannel> TAKEN = new HashMap<>();

  private JobLock() {}

  /**
   * Takes the lock until this process ends or calls {@link #release}. Does nothing if this process
   * has it.
   *
   * @throws FtmpjException JOB_RUNNING if another process has it; LOG_NOT_WRITABLE, also where the
   *     file system has no locks
   */
  public static synchronized void take(JobLayout layout) {
    Path directory = directory(layout);
    if (TAKEN.containsKey(directory)) {
      return;
    }
    FileChannel file = open(layout);
    try {
      if (!lock(file)) {
        close(file);
        throw new FtmpjException(
            ErrorCode.JOB_RUNNING,
            "the job in "
                + layout.directory()
                + " belongs to a process that runs, perhaps in another container");
      }
    } catch (IOException e) {
      throw notWritable("lock", layout, e);
    }
    TAKEN.put(directory, file);
  }

  private static FileChannel open(JobLayout layout) {
    try {
      return FileChannel.open(
          layout.owner(),
          Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (IOException e) {
      throw notWritable("open", layout, e);
    }
  }

  private static FtmpjException notWritable(String act, JobLayout layout, IOException e) {
    return new FtmpjException(
        ErrorCode.LOG_NOT_WRITABLE,
        "cannot " + act + " " + layout.owner() + " (" + Reason.of(e) + ")",
        e);
  }

  /** Tries to take the lock, again while another process checks it. */
  private static boolean lock(FileChannel file) throws IOException {
    Deadline deadline = Deadline.in(LONGEST_LOOK);
    while (file.tryLock() == null) {
      if (deadline.isOver()) {
        return false;
      }
      try {
        Thread.sleep(PAUSE_MS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }

  /** Whether another process has the lock; true where that is unknown. */
  public static synchronized boolean isTaken(JobLayout layout) {
    if (TAKEN.containsKey(directory(layout))) {
      return false;
    }
    try (FileChannel file = FileChannel.open(layout.owner(), StandardOpenOption.READ)) {
      return file.tryLock(0, Long.MAX_VALUE, true) == null;
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }

  /** Releases the lock, if this process has it: the job is over, or its directory is gone. */
  public static synchronized void release(JobLayout layout) {
    FileChannel file = TAKEN.remove(directory(layout));
    if (file != null) {
      close(file);
    }
  }

  private static void close(FileChannel file) {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The name under which this process has taken it, whatever links lead to it. */
  private static Path directory(JobLayout layout) {
    Path parent = layout.directory().toAbsolutePath().normalize().getParent();
    try {
      return Files.exists(layout.directory())
          ? layout.directory().toRealPath()
          : parent.toRealPath().resolve(layout.directory().getFileName());
    } catch (IOException e) {
      return layout.directory().toAbsolutePath().normalize();
    }
  }
}
