package org.ftmpj.checkpoint.store;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;

/**
 * The last two checkpoints of one rank. Each is a directory, which gets its name when it is
 * complete. One incarnation at a time. Any thread, but only one checkpoint is written at a time.
 *
 * <pre>
 * NUMBER/heap     the image of the program's heap
 * NUMBER/state    the rest of the rank's state, {@link CheckpointState}
 * NUMBER/failed   a byte for each failed restart from it
 * NUMBER.new      one that is being written
 * NUMBER.old      a checkpoint that is being removed
 * spare           the image of a removed checkpoint, to be overwritten by the next one
 * pinned          a link to the image that another process is copying
 * </pre>
 *
 * Overwriting an old image shortens the pause of the program, since its pages are already in the
 * operating system's memory.
 *
 * <p>A checkpoint that has its name is on the disk, not only in the operating system's memory.
 */
public final class CheckpointStore {
  /** The number of checkpoints to keep. */
  public static final int RETAINED = 2;

  private static final Pattern NUMBER = Pattern.compile("\\d+");
  private static final Pattern UNFINISHED = Pattern.compile("\\d+\\.(new|old)");

  private static final FileAttribute<?> ONLY_USER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Path directory;

  /**
   * @param directory created when needed
   */
  public CheckpointStore(Path directory) {
    this.directory = directory;
  }

  /** A stored checkpoint, or one that is being written. */
  public record Stored(long number, Path directory) {

    public Path heap() {
      return directory.resolve("heap");
    }

    public Path state() {
      return directory.resolve("state");
    }

    private Path failed() {
      return directory.resolve("failed");
    }

    /** The number of failed restarts from this checkpoint. */
    public int failures() {
      return (int) failed().toFile().length();
    }
  }

  /** The complete checkpoints, the newest first. */
  public List<Stored> all() {
    List<Stored> all = new ArrayList<>();
    for (String name : names()) {
      if (NUMBER.matcher(name).matches()) {
        all.add(new Stored(Long.parseLong(name), directory.resolve(name)));
      }
    }
    all.sort(Comparator.comparingLong(Stored::number).reversed());
    return all;
  }

  private List<String> names() {
    String[] names = directory.toFile().list();
    return names == null ? List.of() : List.of(names);
  }

  /**
   * Begins the next checkpoint, whose files the caller writes. There may be an old file for its
   * heap to overwrite. Removes the rest of an unfinished checkpoint.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public Stored begin() {
    try {
      Files.createDirectories(directory, ONLY_USER);
      for (String name : names()) {
        if (UNFINISHED.matcher(name).matches()) {
          delete(directory.resolve(name));
        }
      }
      List<Stored> before = all();
      long number = before.isEmpty() ? 1 : before.get(0).number() + 1;
      Stored begun =
          new Stored(number, Files.createDirectory(directory.resolve(number + ".new"), ONLY_USER));
      if (Files.exists(spare())) {
        Files.move(spare(), begun.heap(), StandardCopyOption.ATOMIC_MOVE);
      }
      return begun;
    } catch (IOException e) {
      throw notWritable(directory, e);
    }
  }

  /** Removes an unfinished checkpoint that was given up, now or later. */
  public void abandon(Stored begun) {
    try {
      delete(begun.directory());
    } catch (IOException e) {
      // The next checkpoint removes it.
    }
  }

  /**
   * Completes a checkpoint: syncs its files to the disk and gives it its name. Keeps only its
   * predecessor besides it. Removes it if it cannot be synced.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void commit(Stored begun) {
    try {
      sync(begun.heap(), StandardOpenOption.WRITE);
      sync(begun.state(), StandardOpenOption.WRITE);
      sync(begun.directory(), StandardOpenOption.READ);
      Path named = directory.resolve(Long.toString(begun.number()));
      Files.move(begun.directory(), named, StandardCopyOption.ATOMIC_MOVE);
      sync(directory, StandardOpenOption.READ);
    } catch (IOException e) {
      abandon(begun);
      throw notWritable(begun.directory(), e);
    }
    List<Stored> all = all();
    all.subList(Math.min(RETAINED, all.size()), all.size()).forEach(this::recycle);
  }

  private Path spare() {
    return directory.resolve("spare");
  }

  private void recycle(Stored stored) {
    remove(stored, this::keepImage);
  }

  private void keepImage(Stored old) throws IOException {
    if ((int) Files.getAttribute(old.heap(), "unix:nlink") > 1) {
      return; // Another process is copying it.
    }
    Files.move(old.heap(), spare(), StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Links the image of a checkpoint, so that it can be read even if the checkpoint is removed
   * meanwhile. One at a time, for a process other than the one that writes the checkpoints.
   *
   * @return the image, until {@link #release}; empty if it was removed before
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public Optional<Path> hold(Stored stored) {
    release();
    try {
      return Optional.of(Files.createLink(pinned(), stored.heap()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw notWritable(pinned(), e);
    }
  }

  /**
   * Removes that link.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void release() {
    try {
      Files.deleteIfExists(pinned());
    } catch (IOException e) {
      throw notWritable(pinned(), e);
    }
  }

  private Path pinned() {
    return directory.resolve("pinned");
  }

  /**
   * Frees the disk space that is reserved for the next checkpoint.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void removeSpare() {
    try {
      Files.deleteIfExists(spare());
    } catch (IOException e) {
      throw notWritable(spare(), e);
    }
  }

  private static void sync(Path file, OpenOption access) throws IOException {
    try (FileChannel channel = FileChannel.open(file, access)) {
      channel.force(true);
    }
  }

  /**
   * Removes a checkpoint that must not be used, complete or not.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void remove(Stored stored) {
    remove(stored, old -> {});
  }

  private interface Use {
    void of(Stored old) throws IOException;
  }

  private void remove(Stored stored, Use before) {
    try {
      // Under another name first, so that there is never a part of a checkpoint.
      Stored old = new Stored(stored.number(), directory.resolve(stored.number() + ".old"));
      delete(old.directory());
      Files.move(stored.directory(), old.directory(), StandardCopyOption.ATOMIC_MOVE);
      before.of(old);
      delete(old.directory());
    } catch (IOException e) {
      throw notWritable(stored.directory(), e);
    }
  }

  /**
   * Notes a failed restart from a checkpoint, which may have another cause than the checkpoint.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void failed(Stored stored) {
    try {
      Files.write(
          stored.failed(), new byte[1], StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw notWritable(stored.directory(), e);
    }
  }

  private static void delete(Path checkpoint) throws IOException {
    File[] files = checkpoint.toFile().listFiles();
    if (files != null) {
      for (File file : files) {
        Files.deleteIfExists(file.toPath());
      }
    }
    Files.deleteIfExists(checkpoint);
  }

  private static FtmpjException notWritable(Path file, IOException e) {
    return new FtmpjException(
        ErrorCode.LOG_NOT_WRITABLE,
        "the checkpoint " + file + " cannot be written: " + Reason.of(e),
        e);
  }
}
