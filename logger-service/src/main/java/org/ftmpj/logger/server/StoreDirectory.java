package org.ftmpj.logger.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobFiles;
import org.ftmpj.common.job.OnlyUser;
import org.ftmpj.common.job.Ownership;
import org.ftmpj.logger.store.StorePlace;
import org.ftmpj.logger.wire.Incarnation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of an event logger's stores, locked against other loggers.
 *
 * <pre>
 * lock               held by the logger that uses the directory
 * job-NAME/RANK      the store of one rank; NAME is URL-encoded
 * job-NAME/enrolled  the {@link org.ftmpj.logger.store.Enrolment}, if this is one of several loggers
 *                    of the job
 * job-NAME/RANK.*    the {@link org.ftmpj.logger.store.ReplicaStore} of one rank then
 * ended-NAME         what is left of a job that is being forgotten
 * </pre>
 */
final class StoreDirectory implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StoreDirectory.class);

  private static final String JOB = "job-";
  private static final String ENDED = "ended-";

  private final Path directory;
  private final FileChannel lockFile;

  private StoreDirectory(Path directory, FileChannel lockFile) {
    this.directory = directory;
    this.lockFile = lockFile;
  }

  /**
   * Opens the directory, creates it if necessary, and removes the rest of jobs that have ended.
   *
   * @throws FtmpjException {@code LOG_NOT_WRITABLE} if the directory cannot be written, or another
   *     logger uses it
   */
  static StoreDirectory open(Path directory) {
    FileChannel lockFile = null;
    try {
      OnlyUser.directories(directory);
      requireOnlyUsers(directory);
      lockFile =
          OnlyUser.open(
              directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (tryLock(lockFile) == null) {
        lockFile.close();
        throw new FtmpjException(
            ErrorCode.LOG_NOT_WRITABLE, "Another event logger uses the store " + directory);
      }
      StoreDirectory opened = new StoreDirectory(directory, lockFile);
      opened.removeEnded();
      return opened;
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE,
          "Cannot write the store " + directory + ": " + Reason.of(e),
          e);
    }
  }

  /**
   * Makes the directory accessible to its user only, which one of another origin or version may not
   * be.
   */
  private static void requireOnlyUsers(Path directory) throws IOException {
    Ownership its = Ownership.of(directory);
    if (!its.isOurs()) {
      throw new FtmpjException(
          ErrorCode.FOREIGN_FILE, "The store " + directory + " belongs to another user");
    }
    if (its.canOthersUse()) {
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
    }
  }

  private static FileLock tryLock(FileChannel file) throws IOException {
    try {
      return file.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  /** The directory of a job's stores. */
  Path job(String job) {
    return directory(JOB, job);
  }

  /** The store of a rank. */
  Path store(Incarnation rank) {
    return StorePlace.of(directory, rank.job(), rank.rank());
  }

  /**
   * Creates the directory of a job, unless it exists.
   *
   * @return the directory
   */
  static Path create(Path job) {
    try {
      return OnlyUser.directories(job);
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE, "Cannot create " + job + ": " + Reason.of(e), e);
    }
  }

  private Path directory(String kind, String job) {
    return directory.resolve(kind + URLEncoder.encode(job, StandardCharsets.UTF_8));
  }

  /** Removes all stores of a job, which are closed; files that cannot be removed now are later. */
  void end(String job) {
    removeEnded();
    Path stores = job(job);
    if (!Files.exists(stores)) {
      return;
    }
    // A logger that is killed while it removes files must not find half a store.
    Path ended = directory(ENDED, job);
    try {
      Files.move(stores, ended, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE, "cannot rename " + stores + " (" + Reason.of(e) + ")", e);
    }
    removeEnded();
  }

  /** Removes ended jobs; if files of one remain, the others are still served. */
  private void removeEnded() {
    try (DirectoryStream<Path> ended = Files.newDirectoryStream(directory, ENDED + "*")) {
      for (Path job : ended) {
        removeIfPossible(job);
      }
    } catch (IOException | DirectoryIteratorException e) {
      LOG.warn("Cannot look for ended jobs in {}: {}", directory, e.toString());
    }
  }

  private void removeIfPossible(Path job) {
    try {
      remove(job);
    } catch (IOException | UncheckedIOException e) {
      LOG.warn("Cannot remove {}, will be tried again: {}", job, e.toString());
    }
  }

  /** Removes a directory; nothing of it if it has files that no event logger has made. */
  private void remove(Path job) throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> all = Files.walk(job)) {
      deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : deepestFirst) {
      boolean isDirectory = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
      if (!JobFiles.areOfStores(directory.relativize(path).toString(), isDirectory)) {
        throw new IOException(path + " was not made by an event logger");
      }
    }
    for (Path path : deepestFirst) {
      Files.deleteIfExists(path);
    }
  }

  /** Free disk space of the directory, in bytes. */
  long freeBytes() {
    return directory.toFile().getUsableSpace();
  }

  /** The number of jobs with stores. */
  long jobs() {
    long jobs = 0;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, JOB + "*")) {
      for (Path each : all) {
        jobs++;
      }
    } catch (IOException | DirectoryIteratorException e) {
      LOG.warn("Cannot count the jobs in {}: {}", directory, e.toString());
    }
    return jobs;
  }

  /** Unlocks the directory for another logger. */
  @Override
  public void close() {
    try {
      lockFile.close();
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE,
          "Cannot close the store " + directory + ": " + Reason.of(e),
          e);
    }
  }
}
