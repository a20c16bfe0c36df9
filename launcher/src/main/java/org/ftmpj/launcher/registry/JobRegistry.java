package org.ftmpj.launcher.registry;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;
import org.ftmpj.protocol.job.JobLayout;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.supervisor.record.JobRecord;

/**
 * The jobs of this user on this host: a directory {@code ftmpj-USER} among the temporary files,
 * mode 0700, which holds the directory of every job, or a symbolic link to it if the user has
 * chosen another place. The name there is the job's id.
 */
public final class JobRegistry {
  /** A job is younger than this while its launcher has not come to write its record. */
  private static final Duration UNRECORDED = Duration.ofMinutes(1);

  private static final Path SELF = Path.of("/proc/self");
  private static final String OWNER = "unix:uid";

  private final Path root;

  JobRegistry(Path root) {
    this.root = root;
  }

  /** That of the user who runs this process. */
  public static JobRegistry ofUser() {
    String user = System.getProperty("user.name").replaceAll("[^A-Za-z0-9._-]", "_");
    Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath().normalize();
    return new JobRegistry(temporary.resolve("ftmpj-" + user));
  }

  /** A directory for a new job; it is not made. */
  public Path newPlace() {
    return root.resolve(newId());
  }

  private static String newId() {
    return Long.toString(System.currentTimeMillis(), Character.MAX_RADIX)
        + "-"
        + Long.toString(ProcessHandle.current().pid(), Character.MAX_RADIX);
  }

  /**
   * Makes the directory of this registry if it is not there, and refuses another user's.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void prepare() {
    try {
      Files.createDirectories(
          root, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (IOException e) {
      throw notWritable("cannot make " + root + " (" + e + ")", e);
    }
    if (!isOurs(root)) {
      throw notWritable(root + " belongs to another user", null);
    }
  }

  /**
   * Makes a job findable whose directory is not here.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void register(Path directory) {
    if (root.equals(directory.getParent())) {
      return;
    }
    for (Path link = newPlace(); ; link = link.resolveSibling(link.getFileName() + "x")) {
      try {
        Files.createSymbolicLink(link, directory);
        return;
      } catch (FileAlreadyExistsException e) {
        continue; // Two jobs of this process within a millisecond.
      } catch (IOException e) {
        throw notWritable("cannot make the link " + link + " (" + e + ")", e);
      }
    }
  }

  /** Forgets jobs whose directories are gone. */
  public void tidy() {
    for (Path entry : entries()) {
      if (Files.isSymbolicLink(entry) && !Files.exists(entry)) {
        delete(entry);
      }
    }
  }

  private static void delete(Path link) {
    try {
      Files.deleteIfExists(link);
    } catch (IOException e) {
      throw notWritable("cannot remove " + link + " (" + e + ")", e);
    }
  }

  private static FtmpjException notWritable(String what, IOException cause) {
    return new FtmpjException(ErrorCode.LOG_NOT_WRITABLE, what, cause);
  }

  /** All jobs, the oldest first. */
  public List<FoundJob> all() {
    List<FoundJob> jobs = new ArrayList<>();
    for (Path entry : entries()) {
      look(entry).ifPresent(jobs::add);
    }
    return jobs;
  }

  /**
   * The job of that id, or in that directory.
   *
   * @throws FtmpjException NO_SUCH_JOB
   */
  public FoundJob find(String idOrDirectory) {
    Path directory = Path.of(idOrDirectory).toAbsolutePath().normalize();
    for (FoundJob job : all()) {
      if (job.id().equals(idOrDirectory) || job.layout().directory().equals(directory)) {
        return job;
      }
    }
    // Registered elsewhere, say by a launcher with another place for temporary files.
    if (Files.isRegularFile(new JobLayout(directory).job())) {
      return judge(directory.getFileName().toString(), new JobLayout(directory));
    }
    throw new FtmpjException(
        ErrorCode.NO_SUCH_JOB, "there is no job '" + idOrDirectory + "' in " + root);
  }

  private List<Path> entries() {
    if (!Files.isDirectory(root) || !isOurs(root)) {
      return List.of();
    }
    try (Stream<Path> list = Files.list(root)) {
      return list.sorted().toList();
    } catch (IOException e) {
      throw new FtmpjException(ErrorCode.LOG_CORRUPT, "cannot list " + root + " (" + e + ")", e);
    }
  }

  private Optional<FoundJob> look(Path entry) {
    if (!Files.isDirectory(entry)) {
      return Optional.empty();
    }
    boolean link = Files.isSymbolicLink(entry);
    try {
      Path directory = link ? Files.readSymbolicLink(entry) : entry;
      JobLayout layout = new JobLayout(directory.normalize());
      // What a link names may have become something else since.
      return link && !Files.isRegularFile(layout.job())
          ? Optional.empty()
          : Optional.of(judge(entry.getFileName().toString(), layout));
    } catch (IOException goneMeanwhile) {
      return Optional.empty();
    }
  }

  private static FoundJob judge(String id, JobLayout layout) {
    Optional<String> ended;
    Optional<JobRecord> record;
    try {
      ended = AtomicFile.read(layout.ended()).map(String::strip);
      record = JobRecord.read(layout.job());
    } catch (FtmpjException e) {
      return new FoundJob(
          id, layout, unreadable(layout), Optional.empty(), Optional.of(e.getMessage()));
    }
    return new FoundJob(id, layout, state(layout, record, ended), record, ended);
  }

  private static JobState state(
      JobLayout layout, Optional<JobRecord> record, Optional<String> ended) {
    if (ended.isPresent()) {
      return JobState.ENDED;
    }
    if (record.isPresent()) {
      return record.get().launcher().isAlive() ? JobState.RUNNING : JobState.ORPHANED;
    }
    boolean busy = isYoung(layout) || !JobProcesses.of(layout).all().isEmpty();
    return busy ? JobState.RUNNING : JobState.ORPHANED;
  }

  private static JobState unreadable(JobLayout layout) {
    return JobProcesses.of(layout).all().isEmpty() ? JobState.UNKNOWN : JobState.RUNNING;
  }

  private static boolean isYoung(JobLayout layout) {
    try {
      Instant changed = Files.getLastModifiedTime(layout.directory()).toInstant();
      return changed.isAfter(Instant.now().minus(UNRECORDED));
    } catch (IOException goneMeanwhile) {
      return true;
    }
  }

  /** Whether nobody else can have put something there. */
  private static boolean isOurs(Path directory) {
    try {
      if (Files.exists(SELF)) {
        return Files.getAttribute(directory, OWNER, LinkOption.NOFOLLOW_LINKS)
            .equals(Files.getAttribute(SELF, OWNER));
      }
      return Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS)
          .getName()
          .equals(System.getProperty("user.name"));
    } catch (IOException e) {
      return false;
    }
  }
}
