package org.ftmpj.agent;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.LockSupport;
import org.ftmpj.common.job.OnlyUser;

/**
 * Keeps the ranks of a job from changing the same files at the same time. The lock is the operating
 * system's, so it ends with a process that is killed. It is tried again and again: a process that
 * waits for it, while another thread of it has a lock of the program's, would look to the operating
 * system like one in a deadlock. Any thread; not reentrant.
 */
final class FilesLock {
  /** The operating system's lock does not keep threads of the same process apart; this one does. */
  private static final Object WITHIN_PROCESS = new Object();

  private static final long SHORTEST_PAUSE_NS = 20_000;
  private static final long LONGEST_PAUSE_NS = 500_000;

  private final Path directory;

  /**
   * @param directory the same for all ranks of the job
   */
  FilesLock(Path directory) {
    this.directory = directory;
  }

  /** An action under the lock. */
  interface Action {
    void run() throws IOException;
  }

  /**
   * An interrupt is for the program; what it has broken off here is done again. So an action either
   * can be done twice or is not broken off: it uses no channels.
   */
  void exclusively(Action action) throws IOException {
    boolean interrupted = false;
    try {
      while (!tryExclusively(action)) {
        interrupted |= Thread.interrupted();
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Waits for the lock.
   *
   * @return whether this thread has it; it does not if the program interrupts it
   */
  private static boolean lock(FileChannel file) throws IOException {
    long pauseNs = SHORTEST_PAUSE_NS;
    while (file.tryLock() == null) {
      LockSupport.parkNanos(pauseNs);
      if (Thread.currentThread().isInterrupted()) {
        return false; // would not pause any more
      }
      pauseNs = Math.min(2 * pauseNs, LONGEST_PAUSE_NS);
    }
    return true;
  }

  private boolean tryExclusively(Action action) throws IOException {
    synchronized (WITHIN_PROCESS) {
      try (FileChannel file =
          OnlyUser.open(
              directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        boolean locked = lock(file);
        if (locked) {
          action.run();
        }
        return locked;
      } catch (ClosedByInterruptException e) {
        return false;
      }
    }
  }
}
