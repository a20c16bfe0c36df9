package org.ftmpj.supervisor.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;

/** Writes a directory to the disk. */
public final class DirectorySync {
  private DirectorySync() {}

  /**
   * Waits until all of the directory is on the disk, including writes through mappings.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public static void sync(Path directory) {
    try (Stream<Path> all = Files.walk(directory)) {
      all.forEach(DirectorySync::syncOne);
    } catch (IOException | UncheckedIOException e) {
      IOException cause =
          e instanceof UncheckedIOException unchecked ? unchecked.getCause() : (IOException) e;
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE,
          "cannot have " + directory + " written to the disk (" + Reason.of(cause) + ")",
          cause);
    }
  }

  private static void syncOne(Path path) {
    boolean known =
        Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
            || Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    if (known) {
      try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
        channel.force(true);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
