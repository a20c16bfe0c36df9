package org.ftmpj.interceptors.bridge.value;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;

/**
 * Temporary files and directories. The JDK chooses a name when it makes one: a rank that died
 * before that name was recorded would leave a file that its next incarnation does not know, and
 * never removes. So the name is recorded first. The JDK chooses it for a file that is removed at
 * once, in a directory of ours.
 */
public final class TemporaryFiles {
  private static final String PERMISSIONS = "posix:permissions";

  private TemporaryFiles() {}

  /** Makes something with a new name in a directory. */
  private interface Making {
    Path in(Path directory) throws IOException;
  }

  /** The place of a temporary file. */
  private interface Place {
    Path directory();
  }

  /** The recorded path of something that is not there yet. */
  private static Path path(Making making, Place place) throws IOException {
    FileEffect<String> effect =
        new FileEffect<>(
            () -> {
              Path made = making.in(Recorded.hooks().files().names().toPath());
              Files.delete(made);
              return place.directory().resolve(made.getFileName()).toString();
            },
            FileOutcome::of);
    byte[] outcome = Recorded.data(Source.FILE, effect);
    return Path.of(effect.hasResult(outcome) ? effect.result() : FileOutcome.text(outcome));
  }

  /** Instead of {@link File#createTempFile(String, String)}. */
  public static File createTempFile(String prefix, String suffix) throws IOException {
    return createTempFile(prefix, suffix, (File) null);
  }

  /** Instead of {@link File#createTempFile(String, String, File)}. */
  public static File createTempFile(String prefix, String suffix, File directory)
      throws IOException {
    File file;
    do {
      file =
          path(
                  in -> File.createTempFile(prefix, suffix, in.toFile()).toPath(),
                  () -> (directory == null ? usual(false) : directory).toPath())
              .toFile();
    } while (!FileChanges.createNewFile(file));
    return file;
  }

  /** Instead of {@link Files#createTempFile(String, String, FileAttribute...)}. */
  public static Path createTempFile(String prefix, String suffix, FileAttribute<?>... attributes)
      throws IOException {
    return file(() -> usual(true).toPath(), prefix, suffix, attributes);
  }

  /** Instead of {@link Files#createTempFile(Path, String, String, FileAttribute...)}. */
  public static Path createTempFile(
      Path in, String prefix, String suffix, FileAttribute<?>... attributes) throws IOException {
    return FileChanges.isPlain(in)
        ? Files.createTempFile(in, prefix, suffix, attributes)
        : file(() -> in, prefix, suffix, attributes);
  }

  private static Path file(
      Place place, String prefix, String suffix, FileAttribute<?>... attributes)
      throws IOException {
    while (true) {
      Path file = path(in -> Files.createTempFile(in, prefix, suffix, attributes), place);
      try {
        return FileChanges.createFile(file, withPermissions("rw-------", attributes));
      } catch (FileAlreadyExistsException e) {
        continue; // the next name
      }
    }
  }

  /** Instead of {@link Files#createTempDirectory(String, FileAttribute...)}. */
  public static Path createTempDirectory(String prefix, FileAttribute<?>... attributes)
      throws IOException {
    return directory(() -> usual(true).toPath(), prefix, attributes);
  }

  /** Instead of {@link Files#createTempDirectory(Path, String, FileAttribute...)}. */
  public static Path createTempDirectory(Path in, String prefix, FileAttribute<?>... attributes)
      throws IOException {
    return FileChanges.isPlain(in)
        ? Files.createTempDirectory(in, prefix, attributes)
        : directory(() -> in, prefix, attributes);
  }

  private static Path directory(Place place, String prefix, FileAttribute<?>... attributes)
      throws IOException {
    while (true) {
      Path directory = path(in -> Files.createTempDirectory(in, prefix, attributes), place);
      try {
        return FileChanges.createDirectory(directory, withPermissions("rwx------", attributes));
      } catch (FileAlreadyExistsException e) {
        continue; // the next name
      }
    }
  }

  private static File usual(boolean ofPaths) {
    return Recorded.hooks().files().temporaries(ofPaths);
  }

  /** The attributes, and the permissions that the JDK gives if they have none. */
  private static FileAttribute<?>[] withPermissions(
      String permissions, FileAttribute<?>... attributes) {
    if (Arrays.stream(attributes).anyMatch(given -> given.name().equals(PERMISSIONS))) {
      return attributes;
    }
    FileAttribute<?>[] all = Arrays.copyOf(attributes, attributes.length + 1);
    all[attributes.length] =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
    return all;
  }
}
