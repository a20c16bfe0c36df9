package org.ftmpj.agent;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.ftmpj.agent.checkpoint.ImagedObject;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.interceptors.bridge.value.FileHooks.Reader;
import org.ftmpj.interceptors.bridge.value.FileHooks.Reading;
import org.ftmpj.interceptors.bridge.value.FileLookups;

/**
 * The files that the program opens to read them. What it reads from one that was made or changed
 * since the job began is recorded; one that is older is read again. The program's threads.
 */
final class ReadFiles {
  /** Neither is to be said of it: a directory, a device. */
  private static final byte OTHER = 0;

  private static final byte OLDER = 1;
  private static final byte VALUE = 2;
  private static final int KIND = 1;
  private static final int LENGTH = 2 + 2 * Long.BYTES;

  private final Program program;
  private final FileAccess access;
  private final FileJournal journal;
  private final OlderFiles older;
  private final RepeatedOpens opens;
  private final WrittenFiles locks;
  private final Path job;

  /**
   * @param job the job's directory, of which nothing is recorded
   */
  ReadFiles(
      Program program,
      FileAccess access,
      FileJournal journal,
      OlderFiles older,
      RepeatedOpens opens,
      WrittenFiles locks,
      Path job) {
    this.program = program;
    this.access = access;
    this.journal = journal;
    this.older = older;
    this.opens = opens;
    this.locks = locks;
    this.job = job.toAbsolutePath();
  }

  /** A file from which the program reads values. */
  private static final class ReadFile implements Reader, ImagedObject {
    private final ReadFiles all;
    private final String name;
    private final boolean lost;

    ReadFile(ReadFiles all, String name, boolean lost) {
      this.all = all;
      this.name = name;
      this.lost = lost;
    }

    @Override
    public void reading() {
      if (lost) {
        throw all.lost(name, "which it was reading, has been removed or replaced");
      }
    }

    @Override
    public long locked(long position, long size, boolean shared) {
      return all.locks.locked(name, position, size, shared);
    }

    @Override
    public boolean isLocked(long order) {
      return all.locks.isLocked(order);
    }

    @Override
    public void unlocking(long order) {
      all.locks.unlocking(order);
    }
  }

  private RuntimeException lost(String name, String why) {
    return program.stop(new FtmpjException(ErrorCode.FILE_NOT_AS_READ, name + ", " + why));
  }

  /** Whether it is recorded how the calling thread opens that file. */
  boolean areKnown(File file) {
    if (program.threadNumber() < 0 || FileLookups.isOfSystem(file.getPath())) {
      return false;
    }
    try {
      return !file.toPath().toAbsolutePath().startsWith(job);
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** What the file is; the program has just opened it. */
  byte[] found(File file) {
    ByteBuffer found = ByteBuffer.allocate(LENGTH).put((byte) 0);
    access.run(file, () -> find(file.toPath().toAbsolutePath(), found));
    return found.array();
  }

  private void find(Path file, ByteBuffer found) throws IOException {
    Map<String, Object> attributes = Files.readAttributes(file, "unix:isRegularFile,ctime,ino");
    if (!(boolean) attributes.get("isRegularFile")) {
      found.put(OTHER);
      return;
    }
    long changed = ((FileTime) attributes.get("ctime")).to(TimeUnit.NANOSECONDS);
    if (older.isOlder(changed)) {
      older.note(file);
      found.put(OLDER).putLong(changed);
    } else {
      found.put(VALUE).putLong((long) attributes.get("ino")).putLong(journal.order());
    }
  }

  /** How a file is read that the program has opened, or is to open again. */
  Reading reading(File file, byte[] found, boolean again) {
    byte kind = found[KIND];
    ByteBuffer numbers = ByteBuffer.wrap(found, KIND + 1, LENGTH - KIND - 1);
    Reading[] reading = {new Reading(file, null)};
    if (kind == VALUE && !again) {
      reading[0] = new Reading(file, new ReadFile(this, file.getPath(), false));
    } else if (kind != OTHER && again) {
      access.run(
          file,
          () ->
              reading[0] =
                  kind == VALUE
                      ? value(file, numbers.getLong(), numbers.getLong())
                      : asItWas(file, numbers.getLong()));
    }
    return reading[0];
  }

  private Reading asItWas(File file, long changed) throws IOException {
    Path place = older.asItWas(file.toPath().toAbsolutePath(), changed);
    if (place == null) {
      throw lost(
          file.getPath(),
          "which was older than the job and was read before the failure, has been changed since");
    }
    return new Reading(place.equals(file.toPath().toAbsolutePath()) ? file : place.toFile(), null);
  }

  private Reading value(File file, long inode, long order) throws IOException {
    Path place = opens.current(file.toPath().toAbsolutePath(), order);
    boolean there = place != null && (long) Files.getAttribute(place, "unix:ino") == inode;
    File open = there ? place.toFile() : opens.newScratch().toFile();
    return new Reading(open, new ReadFile(this, file.getPath(), !there));
  }
}
