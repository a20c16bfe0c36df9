package org.ftmpj.agent.checkpoint;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.ftmpj.checkpoint.weave.Reach;
import org.ftmpj.checkpoint.weave.ReachFile;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.common.job.OnlyUser;

/**
 * Which methods of the class path may reach a call of MPI. To read all classes takes a process that
 * has just started some 70 ms, and as much of the processor twice more to compile what reads them:
 * so one rank of a job on each host does, and writes what it has found into the job's directory.
 */
final class ProgramReach {
  private ProgramReach() {}

  /**
   * Reads all classes.
   *
   * @throws FtmpjException CANNOT_START if they cannot be read
   */
  static Reach find() {
    try {
      return Reach.ofClassPath(
          Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
              .map(element -> Path.of(element.isEmpty() ? "." : element))
              .toList(),
          new MessageSites());
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.CANNOT_START, "the class path cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * What a rank of the job has found here; reads all classes if none has, while others that start
   * now wait for this one.
   *
   * @param fingerprint of the class path: what was found of another is not used
   * @param warning is told why others will have to read the classes, too
   * @throws FtmpjException CANNOT_START if they cannot be read
   */
  static Reach ofJob(JobLayout layout, String fingerprint, Consumer<String> warning) {
    ReachFile file = new ReachFile(layout.reach(), fingerprint);
    Reach found = null;
    try {
      Optional<Reach> known = file.read();
      if (known.isPresent()) {
        return known.get();
      }
      try (FileChannel lock =
          OnlyUser.open(layout.reachLock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        // The operating system's, so it ends with a process that is killed.
        lock.lock();
        known = file.read();
        if (known.isPresent()) {
          return known.get();
        }
        found = find();
        file.write(found);
      }
    } catch (IOException e) {
      warning.accept(
          "each rank reads all classes of the program when it starts, for what this one has found"
              + " of them cannot be kept for others: "
              + Reason.of(e));
    }
    return found == null ? find() : found;
  }
}
