package org.ftmpj.launcher.registry;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.supervisor.job.JobLock;
import org.ftmpj.supervisor.job.JobRemoval;
import org.ftmpj.supervisor.job.UserDirectory;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.supervisor.record.JobRecord;
import org.ftmpj.supervisor.record.StoppedRecord;

/**
 * The jobs of this user on this host: a directory {@code ftmpj-USER} among the temporary files,
 * mode 0700, which holds the directory of every job, or a symbolic link to it if the user has
 * chosen another place. The name there is the job's id.
 */
public final class JobRegistry {
  /** The greatest age of a job whose launcher has not written its record yet. */
  private static final Duration UNRECORDED = Duration.ofMinutes(1);

  private final UserDirectory root;

  JobRegistry(UserDirectory root) {
    this.root = root;
  }

  /** The registry of the user who runs this process. */
  public static JobRegistry ofUser() {
    return new JobRegistry(UserDirectory.ofThisUser());
  }

  /** A directory for a new job; it is not made. */
  public Path newPlace() {
    return root.path().resolve(newId());
  }

  /** Makes an id that never ends like that of a host's part of a job, such as {@code -h1}. */
  private static String newId() {
    return Long.toString(System.currentTimeMillis(), Character.MAX_RADIX)
        + "-"
        + ProcessHandle.current().pid();
  }

  /**
   * Creates the directory of this registry if it is missing, and refuses another user's.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void prepare() {
    root.prepare();
  }

  /**
   * Registers a job whose directory is in another place, instead of the one registered before.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void register(Path directory) {
    if (root.path().equals(directory.getParent())) {
      return;
    }
    linksTo(directory).forEach(JobRegistry::delete);
    for (Path link = newPlace(); ; link = link.resolveSibling(link.getFileName() + "x")) {
      try {
        Path free = link;
        root.fill(() -> Files.createSymbolicLink(free, directory));
        return;
      } catch (FileAlreadyExistsException e) {
        continue; // Two jobs of this process within a millisecond.
      } catch (IOException e) {
        throw notWritable("cannot make the link " + link + " (" + Reason.of(e) + ")", e);
      }
    }
  }

  /** Forgets jobs whose directories are gone; removes the registry if there is no other. */
  public void tidy() {
    for (Path entry : entries()) {
      if (Files.isSymbolicLink(entry) && !Files.exists(new JobLayout(entry).job())) {
        delete(entry);
      }
    }
    if (root.isOurs()) {
      root.removeIfEmpty();
    }
  }

  private List<Path> linksTo(Path directory) {
    return entries().stream().filter(entry -> directory.equals(target(entry))).toList();
  }

  /** The target of a link, as it is written; null if it is not a link, or is gone. */
  private static Path target(Path entry) {
    try {
      return Files.isSymbolicLink(entry) ? Files.readSymbolicLink(entry) : null;
    } catch (IOException goneMeanwhile) {
      return null;
    }
  }

  private static void delete(Path link) {
    try {
      Files.deleteIfExists(link);
    } catch (IOException e) {
      throw notWritable("cannot remove " + link + " (" + Reason.of(e) + ")", e);
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
   * The job with an id, or in a directory.
   *
   * @throws FtmpjException NO_SUCH_JOB
   */
  public FoundJob find(String idOrDirectory) {
    if (idOrDirectory.isEmpty()) {
      throw noSuchJob(idOrDirectory); // Not the working directory.
    }
    Path directory = Path.of(idOrDirectory).toAbsolutePath().normalize();
    for (FoundJob job : all()) {
      if (job.id().equals(idOrDirectory) || job.layout().directory().equals(directory)) {
        return job;
      }
    }
    // Registered in another registry, for example by a launcher with another directory for
    // temporary files.
    if (Files.isRegularFile(new JobLayout(directory).job(), LinkOption.NOFOLLOW_LINKS)) {
      return judge(directory.toString(), new JobLayout(directory));
    }
    throw noSuchJob(idOrDirectory);
  }

  private FtmpjException noSuchJob(String name) {
    return new FtmpjException(
        ErrorCode.NO_SUCH_JOB, "there is no job '" + name + "' in " + root.path());
  }

  private List<Path> entries() {
    if (!Files.isDirectory(root.path()) || !root.isOurs()) {
      return List.of();
    }
    try (Stream<Path> list = Files.list(root.path())) {
      return list.sorted().toList();
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT, "cannot list " + root.path() + " (" + Reason.of(e) + ")", e);
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
      // The target of a link may have become something else since.
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
    Optional<StoppedRecord> stopped;
    try {
      ended = AtomicFile.read(layout.ended()).map(String::strip);
      record = JobRecord.read(layout.job());
      stopped = StoppedRecord.read(layout.stopped());
    } catch (FtmpjException e) {
      return new FoundJob(
          id, layout, unreadable(layout), Optional.empty(), Optional.of(e.getMessage()));
    }
    JobState state = state(layout, record, isOf(record, stopped), ended);
    Optional<String> why =
        state == JobState.STOPPED ? stopped.map(StoppedRecord::why) : Optional.empty();
    return new FoundJob(id, layout, state, record, ended.or(() -> why));
  }

  /** Not if another launcher has resumed it since. */
  private static boolean isOf(Optional<JobRecord> record, Optional<StoppedRecord> stopped) {
    return stopped.isPresent()
        && record.map(JobRecord::launcher).equals(stopped.map(StoppedRecord::launcher));
  }

  private static JobState state(
      JobLayout layout, Optional<JobRecord> record, boolean stopped, Optional<String> ended) {
    if (ended.isPresent()) {
      return JobState.ENDED;
    }
    if (JobLock.isTaken(layout)) {
      return JobState.RUNNING;
    }
    if (record.isPresent()) {
      return record.get().launcher().isAlive()
          ? JobState.RUNNING
          : stopped ? JobState.STOPPED : JobState.ORPHANED;
    }
    if (isYoung(layout) || !JobProcesses.of(layout).all().isEmpty()) {
      return JobState.RUNNING;
    }
    return JobRemoval.isOurs(layout, false) ? JobState.ORPHANED : JobState.UNKNOWN;
  }

  private static JobState unreadable(JobLayout layout) {
    return !JobLock.isTaken(layout) && JobProcesses.of(layout).all().isEmpty()
        ? JobState.UNKNOWN
        : JobState.RUNNING;
  }

  private static boolean isYoung(JobLayout layout) {
    try {
      Instant changed = Files.getLastModifiedTime(layout.directory()).toInstant();
      return changed.isAfter(Instant.now().minus(UNRECORDED));
    } catch (IOException goneMeanwhile) {
      return true;
    }
  }
}
