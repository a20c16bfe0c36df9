package org.ftmpj.it.job;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The loss of a host that is this machine: every process of it is killed, and what it has kept is
 * removed.
 */
public final class HostLoss {
  /** The directory of a job, below that of its user. */
  private static final int DEPTH = 2;

  private HostLoss() {}

  /**
   * Of a host of a job, which may have ended by now.
   *
   * @return whether it had not, and the host is lost
   */
  public static boolean of(Job job, int host) {
    return job.daemonIfThere(host).filter(daemon -> of(daemon, job.temporary(), host)).isPresent();
  }

  /**
   * The same of any job.
   *
   * @param daemon of that host
   * @param temporary where the job's processes have their temporary files
   */
  public static boolean of(ProcessHandle daemon, Path temporary, int host) {
    // So it starts no rank any more that would not be killed.
    if (!Job.signalIfThere(daemon, "STOP")) {
      return false;
    }
    List<ProcessHandle> ranks = daemon.descendants().toList();
    Job.kill(daemon);
    ranks.forEach(Job::kill);
    try (Stream<Path> files = Files.walk(temporary, DEPTH)) {
      files
          .filter(file -> file.getFileName().toString().endsWith("-h" + host))
          .toList()
          .forEach(directory -> await().until(() -> isRemoved(directory)));
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Not at once if a process that has just been killed has begun to do something there. */
  private static boolean isRemoved(Path directory) throws IOException {
    try {
      Jobs.delete(directory);
      return true;
    } catch (DirectoryNotEmptyException | NoSuchFileException changing) {
      return false;
    } catch (UncheckedIOException e) {
      if (e.getCause() instanceof NoSuchFileException) {
        return false;
      }
      throw e;
    }
  }
}
