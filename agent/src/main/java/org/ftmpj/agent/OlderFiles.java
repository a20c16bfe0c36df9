package org.ftmpj.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.ftmpj.common.job.OnlyUser;
import org.ftmpj.interceptors.bridge.value.FileHooks.Act;

/**
 * Files that are older than the job: what a rank reads from them is not recorded. Before the job
 * changes one that was read, its content is saved. In the directory of {@link FileJournal}:
 *
 * <pre>
 * since         made when the job began
 * read-DIGEST   that path is an older file, which was read
 * was-DIGEST    its content, before the job has changed it
 * </pre>
 *
 * Whether a file is older is seen by the time at which its inode was changed, which programs cannot
 * set. Any thread.
 */
final class OlderFiles {
  private static final String CHANGED = "unix:ctime";

  /** Clocks of file servers may be late by so much. */
  private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Path directory;
  private final Set<Path> noted = ConcurrentHashMap.newKeySet();
  private long since;

  /**
   * @param directory the same for all ranks of the job
   * @param live whether the job runs; it is not only verified
   */
  OlderFiles(Path directory, boolean live) {
    this.directory = directory;
    if (live) {
      begin();
    }
  }

  /**
   * @param since when the job began, in nanoseconds since 1970
   */
  OlderFiles(Path directory, long since) {
    this.directory = directory;
    this.since = since;
  }

  private void begin() {
    Path start = directory.resolve("since");
    try {
      OnlyUser.createIfMissing(start);
      since = nanos(start) - LATE_NANOS;
    } catch (IOException e) {
      since = Long.MIN_VALUE; // Then all that is read is recorded, and operations fail later.
    }
  }

  /** When the file was changed last, in nanoseconds since 1970. */
  static long nanos(Path file) throws IOException {
    return ((FileTime) Files.getAttribute(file, CHANGED)).to(TimeUnit.NANOSECONDS);
  }

  boolean isOlder(long changed) {
    return changed < since;
  }

  /** An older file is about to be read. */
  void note(Path file) throws IOException {
    if (noted.add(file)) {
      Path mark = directory.resolve("read-" + AppendedFiles.name(file));
      OnlyUser.createIfMissing(mark);
    }
  }

  /**
   * The file to be read instead of an older one.
   *
   * @param changed when it had been changed last, as it was read before the failure
   * @return the file itself if it is as it was; null if that is lost
   */
  Path asItWas(Path file, long changed) throws IOException {
    if (Files.isRegularFile(file) && nanos(file) == changed) {
      return file;
    }
    Path saved = directory.resolve("was-" + AppendedFiles.name(file));
    return Files.exists(saved) ? saved : null;
  }

  /** Saves what the operation is about to change, if it was read. Under the journal's lock. */
  void save(FileOperation operation) throws IOException {
    save(operation.path());
    if (operation.act() == Act.MOVE) {
      save(Path.of(operation.to()));
    }
  }

  private void save(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return;
    }
    String name = AppendedFiles.name(file);
    Path saved = directory.resolve("was-" + name);
    boolean isToSave =
        Files.exists(directory.resolve("read-" + name))
            && !Files.exists(saved)
            && isOlder(nanos(file));
    if (isToSave) {
      Path copy = directory.resolve("saving");
      Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
      OnlyUser.restrict(copy);
      Files.move(copy, saved, StandardCopyOption.ATOMIC_MOVE);
    }
  }
}
