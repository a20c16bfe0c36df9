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
 * The checkpoints of one rank, of which the last two are kept: each a directory that gets its name
 * when it is whole. One incarnation at a time. Any thread, but one checkpoint is written at a time.
 *
 * <pre>
 * NUMBER/heap     the image of the program's heap
 * NUMBER/state    what else is known of the rank then, {@link CheckpointState}
 * NUMBER/failed   a byte for each time that a process could not be restored from it
 * NUMBER.new      one that is being written
 * NUMBER.old      one that is being removed
 * spare           the image of one that was removed, to be overwritten by the next one
 * held            a link to an image that another process copies
 * </pre>
 *
 * A file that is overwritten has its pages in the memory of the operating system: the program
 * stands still for a shorter time than if they had to be found.
 *
 * <p>One that has its name is on the disk, not only in the memory of the operating system.
 */
public final class CheckpointStore {
  /** So many are kept. */
  public static final int KEPT = 2;

  private static final Pattern NUMBER = Pattern.compile("\\d+");
  private static final Pattern UNFINISHED = Pattern.compile("\\d+\\.(new|old)");

  private static final FileAttribute<?> ONLY_USER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Path directory;

  /**
   * @param directory is made when it is needed
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

    /** How often a process could not be restored from it. */
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
   * Begins the next one, whose files the caller writes. There may be a file for its heap, with
   * another content and of another length. What an earlier one has left unfinished is removed.
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

  /** Removes one that was begun, and will not be whole. What cannot be removed now is later. */
  public void abandon(Stored begun) {
    try {
      delete(begun.directory());
    } catch (IOException e) {
      // The next one that is begun removes it.
    }
  }

  /**
   * Completes a checkpoint: syncs its files to the disk and gives it its name. Only the one before
   * is kept beside it. If it cannot be synced, it is removed.
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
    all.subList(Math.min(KEPT, all.size()), all.size()).forEach(this::recycle);
  }

  private Path spare() {
    return directory.resolve("spare");
  }

  private void recycle(Stored stored) {
    remove(stored, this::keepImage);
  }

  private void keepImage(Stored old) throws IOException {
    if ((int) Files.getAttribute(old.heap(), "unix:nlink") > 1) {
      return; // It is held.
    }
    Files.move(old.heap(), spare(), StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Holds the image of one of them, so that it can be read although the one that it is of is
   * removed meanwhile. One is held at a time. By another process than that which writes checkpoints
   * here.
   *
   * @return the image, until {@link #release}; empty if it was removed before
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public Optional<Path> hold(Stored stored) {
    release();
    try {
      return Optional.of(Files.createLink(held(), stored.heap()));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw notWritable(held(), e);
    }
  }

  /**
   * Holds nothing any more.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void release() {
    try {
      Files.deleteIfExists(held());
    } catch (IOException e) {
      throw notWritable(held(), e);
    }
  }

  private Path held() {
    return directory.resolve("held");
  }

  /**
   * Gives the space on the disk back that is held for the next one.
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
   * Removes one that is not to be used, whole or not.
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
      // Under another name, so that it is never there in part.
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
   * A process could not be restored from it, which may not be its fault.
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
