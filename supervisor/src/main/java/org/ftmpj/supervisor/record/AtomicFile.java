package org.ftmpj.supervisor.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;

/** Small files that exist completely or not at all, whenever their writer is killed. */
public final class AtomicFile {
  private static final Set<StandardOpenOption> FROM_EMPTY =
      Set.of(
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING,
          StandardOpenOption.WRITE);

  private static final FileAttribute<?> ONLY_USER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private AtomicFile() {}

  /**
   * Replaces the file by one that only its user can read, which is on the disk when this returns.
   * On the disk when this returns.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public static void write(Path file, String text) {
    write(file, text.getBytes(UTF_8));
  }

  /**
   * Replaces the file by one with these bytes.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public static void write(Path file, byte[] content) {
    // The process id distinguishes the remains of an incarnation that was killed at this point.
    Path temporary =
        file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid() + ".tmp");
    try {
      try (FileChannel written = FileChannel.open(temporary, FROM_EMPTY, ONLY_USER)) {
        for (ByteBuffer rest = ByteBuffer.wrap(content); rest.hasRemaining(); ) {
          written.write(rest);
        }
        written.force(true);
      }
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE, "cannot write " + file + " (" + Reason.of(e) + ")", e);
    }
  }

  /**
   * The text of the file; empty if there is no such file.
   *
   * @throws FtmpjException LOG_CORRUPT if it exists but cannot be read
   */
  public static Optional<String> read(Path file) {
    try {
      return Optional.of(Files.readString(file, UTF_8));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT, "cannot read " + file + " (" + Reason.of(e) + ")", e);
    }
  }
}
