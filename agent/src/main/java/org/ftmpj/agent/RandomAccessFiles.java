package org.ftmpj.agent;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The files that the program has opened for writing with {@code RandomAccessFile}. The agent does
 * not get the object, and so not its {@code close} either: whether a file is still open it asks the
 * operating system (Linux, {@code /proc}). Any thread.
 */
final class RandomAccessFiles {
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final Path DETAILS = Path.of("/proc/self/fdinfo");
  private static final String FLAGS = "flags:";
  private static final int ACCESS = 3;

  private final Path job;

  /** Their paths when they were opened, by device and inode. */
  private final Map<Object, Path> opened = new HashMap<>(); // guarded by this

  /** Whether one could not be noted: then it counts as open for ever. */
  private boolean anyMissed; // guarded by this

  /**
   * @param job the job's directory: a log there may have got the inode of a removed file
   */
  RandomAccessFiles(Path job) {
    this.job = job.toAbsolutePath();
  }

  /** The program is about to open that file, which is there, to write to it. */
  synchronized void opened(Path file) throws IOException {
    try {
      opened.put(key(file), file.toAbsolutePath());
    } catch (NoSuchFileException e) {
      // Another process has just removed it. The program makes a new one, with another inode.
      anyMissed = true;
    }
  }

  /** Whether one of them is open, or that cannot be found out. */
  synchronized boolean areOpen() {
    if (anyMissed || opened.isEmpty()) {
      return anyMissed;
    }
    try {
      opened.keySet().retainAll(open());
      return !opened.isEmpty();
    } catch (IOException e) {
      return true;
    }
  }

  private Set<Object> open() throws IOException {
    Set<Object> open = new HashSet<>();
    try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(DESCRIPTORS)) {
      for (Path descriptor : descriptors) {
        addIfOpened(descriptor, open);
      }
    }
    return open;
  }

  private void addIfOpened(Path descriptor, Set<Object> open) throws IOException {
    try {
      Object key = key(descriptor);
      Path place = opened.get(key);
      boolean known =
          place != null
              && (place.startsWith(job) || !Files.readSymbolicLink(descriptor).startsWith(job));
      if (known && isWritten(descriptor)) {
        open.add(key);
      }
    } catch (NoSuchFileException e) {
      // Closed meanwhile.
      return;
    }
  }

  private static Object key(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  private static boolean isWritten(Path descriptor) throws IOException {
    for (String line : Files.readAllLines(DETAILS.resolve(descriptor.getFileName()))) {
      if (line.startsWith(FLAGS)) {
        return (Integer.parseInt(line.substring(FLAGS.length()).strip(), 8) & ACCESS) != 0;
      }
    }
    return false;
  }
}
