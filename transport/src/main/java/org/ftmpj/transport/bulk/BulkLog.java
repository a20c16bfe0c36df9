package org.ftmpj.transport.bulk;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * The files of a bulk log.
 *
 * @param directory has them all; whole as soon as it is there
 */
record BulkLog(Path directory) {
  /** Bytes of the recent part; a power of two. What it holds of a burst costs no disk. */
  static final int RECENT = 16 << 20;

  /** Bytes that are archived at once; divides {@link #RECENT} and {@link #SEGMENT}. */
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
    return directory.resolve("older-" + number);
  }

  boolean exists() {
    return Files.isDirectory(directory);
  }

  /** Where in the recent part that position of the log is. */
  static int inRecent(long position) {
    return (int) (position & (RECENT - 1));
  }

  /** It gets its name when it is ready, for a kill can come at any time. */
  void create() throws IOException {
    BulkLog unready = new BulkLog(directory.resolveSibling(directory.getFileName() + ".new"));
    Files.createDirectories(unready.directory);
    BulkState.create(unready.state());
    RecentPart.create(unready.recent());
    Files.move(unready.directory, directory, StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Opens a file so that the program can interrupt the thread that uses it: the JDK would close the
   * channel then, and with it the log.
   */
  static FileChannel open(Path file, OpenOption... options) throws IOException {
    FileChannel channel = FileChannel.open(file, options);
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
