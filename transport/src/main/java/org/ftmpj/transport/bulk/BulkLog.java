package org.ftmpj.transport.bulk;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.ftmpj.common.job.OnlyUser;

/**
 * The files of a bulk log.
 *
 * @param directory has them all; whole as soon as it is there
 */
record BulkLog(Path directory) {
  private static final String OLDER = "older-";

  /** Bytes of a slot of the recent part, which is reused memory. Divides a segment. */
  static final int SLOT = 4 << 20;

  /** The fewest slots, however little memory there is. */
  static final int LEAST_SLOTS = 4;

  /** Bytes that are archived at a time; divides {@link #SLOT}. */
  static final int CHUNK = 1 << 20;

  /** Bytes of the log in a file of the older part. */
  static final int SEGMENT = 64 << 20;

  Path state() {
    return directory.resolve("state");
  }

  Path recent() {
    return directory.resolve("recent");
  }

  /** The file with that segment of the older part. */
  Path older(long number) {
    return directory.resolve(OLDER + number);
  }

  boolean exists() {
    return Files.isDirectory(directory);
  }

  /** Removes the segments of the older part before that one. */
  void drop(long kept) throws IOException {
    try (DirectoryStream<Path> segments = Files.newDirectoryStream(directory, OLDER + "*")) {
      for (Path segment : segments) {
        String number = segment.getFileName().toString().substring(OLDER.length());
        if (Long.parseLong(number) < kept) {
          Files.delete(segment);
        }
      }
    }
  }

  /**
   * Creates the log under another name and renames it when it is complete, as a kill can come at
   * any time.
   */
  void create() throws IOException {
    BulkLog unready = new BulkLog(directory.resolveSibling(directory.getFileName() + ".new"));
    OnlyUser.directories(unready.directory);
    BulkState.create(unready.state());
    OnlyUser.write(unready.recent(), new byte[0]);
    Files.move(unready.directory, directory, StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Opens a file so that an interrupt of the using thread by the program does not close it, and
   * with it the log, as the JDK would.
   */
  static FileChannel open(Path file, OpenOption... options) throws IOException {
    FileChannel channel = OnlyUser.open(file, options);
    try {
      Method method = channel.getClass().getMethod("setUninterruptible");
      method.setAccessible(true);
      method.invoke(channel);
      return channel;
    } catch (ReflectiveOperationException | RuntimeException e) {
      channel.close();
      throw new IOException("This Java cannot keep a file open when a thread is interrupted", e);
    }
  }
}
