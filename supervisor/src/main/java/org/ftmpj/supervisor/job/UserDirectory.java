package org.ftmpj.supervisor.job;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.Ownership;

/**
 * The directory {@code ftmpj-USER} among the temporary files, mode 0700, which holds the jobs of a
 * user on this host. The start of a job creates it if it is missing; the end of one removes it if
 * it is empty. Several processes may do either at the same time.
 */
public final class UserDirectory {
  /** The most attempts to put something into the directory that others may just have removed. */
  private static final int ATTEMPTS = 100;

  private static final long LONGEST_PAUSE_NS = 1_000_000;

  private final Path path;

  /** The directory at that path, which need not exist. */
  public UserDirectory(Path path) {
    this.path = path;
  }

  /** The directory of this process's user. */
  public static UserDirectory ofThisUser() {
    String user = System.getProperty("user.name").replaceAll("[^A-Za-z0-9._-]", "_");
    Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath().normalize();
    return new UserDirectory(temporary.resolve("ftmpj-" + user));
  }

  public Path path() {
    return path;
  }

  /** Creates one entry. */
  @FunctionalInterface
  public interface Making {
    void run() throws IOException;
  }

  /**
   * Creates the directory if it is missing, and an entry in it.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE, also if it belongs to another user
   * @throws IOException from {@code entry}
   */
  public void fill(Making entry) throws IOException {
    for (int attempt = 1; ; attempt++) {
      prepare();
      try {
        entry.run();
        return;
      } catch (NoSuchFileException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
        // At another moment than the processes that have just removed it.
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(LONGEST_PAUSE_NS));
      }
    }
  }

  /**
   * Creates the directory if it is missing.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE, also if it belongs to another user
   */
  public void prepare() {
    try {
      Files.createDirectories(path.getParent());
      Files.createDirectory(
          path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (FileAlreadyExistsException e) {
      requireNoOthers();
    } catch (IOException e) {
      throw notWritable("cannot make " + path + " (" + Reason.of(e) + ")", e);
    }
  }

  private void requireNoOthers() {
    try {
      if (!hasOurOwner()) {
        throw anothers();
      }
      if (!Files.isSymbolicLink(path) && Ownership.of(path).canOthersUse()) {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
      }
    } catch (NoSuchFileException removedMeanwhile) {
      return; // So it has no owner.
    } catch (IOException e) {
      throw notWritable("cannot tell whose " + path + " is (" + Reason.of(e) + ")", e);
    }
  }

  /**
   * Requires that the directory is this user's.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE if it is missing, or another user may have put
   *     something into it
   */
  public void requireOurs() {
    if (!isOurs()) {
      throw anothers();
    }
  }

  private FtmpjException anothers() {
    return notWritable(path + " belongs to another user", null);
  }

  /** Whether it exists and no other user can have put something into it. */
  public boolean isOurs() {
    try {
      return hasOurOwner();
    } catch (IOException e) {
      return false;
    }
  }

  private boolean hasOurOwner() throws IOException {
    return Ownership.isOurs(path);
  }

  /**
   * Removes an empty directory, unless the user has made it a link, or it cannot be removed, such
   * as a mount point: an empty directory does no harm, and the next job uses it.
   */
  public void removeIfEmpty() {
    if (Files.isSymbolicLink(path)) {
      return; // The link would go, whatever it leads to.
    }
    path.toFile().delete();
  }

  private static FtmpjException notWritable(String what, IOException cause) {
    return new FtmpjException(ErrorCode.LOG_NOT_WRITABLE, what, cause);
  }
}
