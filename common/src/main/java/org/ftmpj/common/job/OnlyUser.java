package org.ftmpj.common.job;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Creates files and directories that only their user can use, under any umask. */
public final class OnlyUser {
  /** The mode of a file. */
  public static final FileAttribute<?> FILE = mode("rw-------");

  /** The mode of a directory. */
  public static final FileAttribute<?> DIRECTORY = mode("rwx------");

  private OnlyUser() {}

  private static FileAttribute<?> mode(String permissions) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
  }

  /** Creates a directory, and those above it, where they are missing. */
  public static Path directories(Path directory) throws IOException {
    return Files.createDirectories(directory, DIRECTORY);
  }

  /** Opens a file; a created one is the user's only. */
  public static FileChannel open(Path file, OpenOption... options) throws IOException {
    return FileChannel.open(file, Set.of(options), FILE);
  }

  /** Writes a file, instead of its earlier content. */
  public static void write(Path file, byte[] content) throws IOException {
    createIfMissing(file);
    Files.write(file, content, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
  }

  /** Creates an empty file, unless it exists. */
  public static void createIfMissing(Path file) throws IOException {
    open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
  }

  /** Removes the permissions of others for an existing file. */
  public static void restrict(Path file) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }
}
