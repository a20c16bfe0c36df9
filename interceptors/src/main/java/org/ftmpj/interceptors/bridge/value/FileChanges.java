package org.ftmpj.interceptors.bridge.value;

import java.io.File;
import java.io.IOException;
import java.nio.file.CopyOption;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;
import org.ftmpj.interceptors.bridge.value.FileHooks.Act;

/** Files and directories that the program makes, removes and renames. */
public final class FileChanges {
  private FileChanges() {}

  /** Makes a change by a method of {@link File} that answers yes or no. */
  private static boolean change(Act act, File file, File to, FileEffect.Action<Boolean> action)
      throws IOException {
    FileEffect<Boolean> effect = new FileEffect<>(action, FileOutcome::of);
    byte[] outcome = Recorded.hooks().files().change(act, file, to, effect);
    return effect.hasResult(outcome) ? effect.result() : FileOutcome.isDone(outcome);
  }

  /** Makes a change by a method that does not declare that it fails. */
  private static boolean answer(Act act, File file, File to, FileEffect.Action<Boolean> action) {
    try {
      return change(act, file, to, action);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Instead of {@link File#createNewFile}. */
  public static boolean createNewFile(File file) throws IOException {
    return change(Act.CREATE, file, null, file::createNewFile);
  }

  /** Instead of {@link File#mkdir}. */
  public static boolean mkdir(File file) {
    return answer(Act.CREATE, file, null, file::mkdir);
  }

  /** Instead of {@link File#mkdirs}. */
  public static boolean mkdirs(File file) {
    return answer(Act.CREATE, file, null, file::mkdirs);
  }

  /** Instead of {@link File#delete}. */
  public static boolean delete(File file) {
    return answer(Act.REMOVE, file, null, file::delete);
  }

  /** Instead of {@link File#renameTo}. */
  public static boolean renameTo(File file, File to) {
    return answer(Act.MOVE, file, to, () -> file.renameTo(to));
  }

  private interface PathAction {
    Object run() throws IOException;
  }

  static boolean isPlain(Path file) {
    return file.getFileSystem() != FileSystems.getDefault();
  }

  private static Path change(Act act, Path file, Path to, PathAction action) throws IOException {
    if (isPlain(file) || to != null && isPlain(to)) {
      action.run();
    } else {
      change(
          act,
          file.toFile(),
          to == null ? null : to.toFile(),
          () -> {
            action.run();
            return true;
          });
    }
    return act == Act.MOVE ? to : file;
  }

  /** Instead of {@link Files#createFile}. */
  public static Path createFile(Path file, FileAttribute<?>... attributes) throws IOException {
    return change(Act.CREATE, file, null, () -> Files.createFile(file, attributes));
  }

  /** Instead of {@link Files#createDirectory}. */
  public static Path createDirectory(Path file, FileAttribute<?>... attributes) throws IOException {
    return change(Act.CREATE, file, null, () -> Files.createDirectory(file, attributes));
  }

  /** Instead of {@link Files#createDirectories}. */
  public static Path createDirectories(Path file, FileAttribute<?>... attributes)
      throws IOException {
    return change(Act.CREATE, file, null, () -> Files.createDirectories(file, attributes));
  }

  /** Instead of {@link Files#createSymbolicLink}. */
  public static Path createSymbolicLink(Path file, Path to, FileAttribute<?>... attributes)
      throws IOException {
    return change(Act.CREATE, file, null, () -> Files.createSymbolicLink(file, to, attributes));
  }

  /** Instead of {@link Files#createLink}. */
  public static Path createLink(Path file, Path to) throws IOException {
    return change(Act.CREATE, file, null, () -> Files.createLink(file, to));
  }

  /** Instead of {@link Files#copy(Path, Path, CopyOption...)}. */
  public static Path copy(Path from, Path to, CopyOption... options) throws IOException {
    return isPlain(from)
        ? Files.copy(from, to, options)
        : change(Act.OTHER, to, null, () -> Files.copy(from, to, options));
  }

  /** Instead of {@link Files#delete}. */
  public static void delete(Path file) throws IOException {
    change(
        Act.REMOVE,
        file,
        null,
        () -> {
          Files.delete(file);
          return file;
        });
  }

  /** Instead of {@link Files#deleteIfExists}. */
  public static boolean deleteIfExists(Path file) throws IOException {
    return isPlain(file)
        ? Files.deleteIfExists(file)
        : change(Act.REMOVE, file.toFile(), null, () -> Files.deleteIfExists(file));
  }

  /** Instead of {@link Files#move}. */
  public static Path move(Path file, Path to, CopyOption... options) throws IOException {
    return change(Act.MOVE, file, to, () -> Files.move(file, to, options));
  }

  /** A change that cannot be done twice. */
  interface Change {
    void make() throws IOException;
  }

  static void other(Path file, Change change) throws IOException {
    change(
        Act.OTHER,
        file,
        null,
        () -> {
          change.make();
          return file;
        });
  }

  /** Instead of {@link Files#setLastModifiedTime}. */
  public static Path setLastModifiedTime(Path file, FileTime time) throws IOException {
    other(file, () -> Files.setLastModifiedTime(file, time));
    return file;
  }

  /** Instead of {@link Files#setAttribute}. */
  public static Path setAttribute(Path file, String name, Object value, LinkOption... options)
      throws IOException {
    other(file, () -> Files.setAttribute(file, name, value, options));
    return file;
  }

  /** Instead of {@link Files#setOwner}. */
  public static Path setOwner(Path file, UserPrincipal owner) throws IOException {
    other(file, () -> Files.setOwner(file, owner));
    return file;
  }

  /** Instead of {@link Files#setPosixFilePermissions}. */
  public static Path setPosixFilePermissions(Path file, Set<PosixFilePermission> permissions)
      throws IOException {
    other(file, () -> Files.setPosixFilePermissions(file, permissions));
    return file;
  }

  /** Instead of {@link File#setLastModified}. */
  public static boolean setLastModified(File file, long time) {
    return answer(Act.OTHER, file, null, () -> file.setLastModified(time));
  }

  /** Instead of {@link File#setReadOnly}. */
  public static boolean setReadOnly(File file) {
    return answer(Act.OTHER, file, null, file::setReadOnly);
  }

  /** Instead of {@link File#setWritable(boolean)}. */
  public static boolean setWritable(File file, boolean may) {
    return setWritable(file, may, true);
  }

  /** Instead of {@link File#setWritable(boolean, boolean)}. */
  public static boolean setWritable(File file, boolean may, boolean owner) {
    return answer(Act.OTHER, file, null, () -> file.setWritable(may, owner));
  }

  /** Instead of {@link File#setReadable(boolean)}. */
  public static boolean setReadable(File file, boolean may) {
    return setReadable(file, may, true);
  }

  /** Instead of {@link File#setReadable(boolean, boolean)}. */
  public static boolean setReadable(File file, boolean may, boolean owner) {
    return answer(Act.OTHER, file, null, () -> file.setReadable(may, owner));
  }

  /** Instead of {@link File#setExecutable(boolean)}. */
  public static boolean setExecutable(File file, boolean may) {
    return setExecutable(file, may, true);
  }

  /** Instead of {@link File#setExecutable(boolean, boolean)}. */
  public static boolean setExecutable(File file, boolean may, boolean owner) {
    return answer(Act.OTHER, file, null, () -> file.setExecutable(may, owner));
  }
}
