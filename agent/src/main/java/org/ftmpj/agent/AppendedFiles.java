package org.ftmpj.agent;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Consumer;
import org.ftmpj.common.job.OnlyUser;

/**
 * The files that a job's ranks append to, as one rank sees them. A rank that appends to a file has
 * a mark of that, so that no other one cuts it back: what it has written would be lost with it.
 *
 * <pre>
 * lock           held by the rank that makes a mark or cuts a file back
 * DIGEST-RANK    the mark of a rank; the digest is of the file's path
 * </pre>
 *
 * A rank makes its mark before it opens the file. Because of the lock the mark is there before
 * another rank looks for marks, or is made when that one has cut the file back. The lock is the
 * operating system's, so it ends with a process that is killed. Any thread.
 */
final class AppendedFiles {
  static final long NOT_THERE = -1;

  private final Path directory;
  private final FilesLock lock;
  private final int rank;
  private final Consumer<String> warning;

  /**
   * @param directory of the marks, the same for all ranks of the job
   * @param warning is told of files that are not cut back
   */
  AppendedFiles(Path directory, int rank, Consumer<String> warning) {
    this.directory = directory;
    this.lock = new FilesLock(directory);
    this.rank = rank;
    this.warning = warning;
  }

  /** Its length in bytes, or {@link #NOT_THERE}. Of a device, too, nothing is to be cut. */
  static long length(Path file) {
    if (!Files.exists(file)) {
      return NOT_THERE;
    }
    return Files.isRegularFile(file) ? file.toFile().length() : Long.MAX_VALUE;
  }

  /**
   * Notes that this rank is about to open the file for appending.
   *
   * @throws IOException if that cannot be noted
   */
  void mark(Path file) throws IOException {
    lock.exclusively(() -> makeMark(name(file)));
  }

  /**
   * Marks a file, and cuts it to its former length if it has grown. A file that the rank cannot
   * open at all is left to it: it meets the error by itself.
   *
   * @return whether it has that length now, or is left to the program; not if others append to it
   * @throws IOException if the mark cannot be made, or a file that can be appended to cannot be cut
   */
  boolean markAndCut(Path file, long length) throws IOException {
    boolean[] ofOthers = {false};
    lock.exclusively(
        () -> {
          String name = name(file);
          makeMark(name);
          if (Files.isRegularFile(file) && length(file) > length) {
            ofOthers[0] = isOfOthers(name);
            cut(file, ofOthers[0], length);
          }
        });
    return !ofOthers[0];
  }

  private void makeMark(String name) throws IOException {
    OnlyUser.createIfMissing(directory.resolve(name + rank));
  }

  private void cut(Path file, boolean ofOthers, long length) throws IOException {
    if (ofOthers) {
      warning.accept(
          file + ", which other ranks append to, too, is not cut back: some of it will come twice");
      return;
    }
    try {
      if (length == NOT_THERE) {
        Files.deleteIfExists(file.toRealPath()); // not a link to it, which was there before
      } else {
        try (FileChannel open = FileChannel.open(file, StandardOpenOption.WRITE)) {
          open.truncate(length);
        }
      }
    } catch (ClosedByInterruptException e) {
      throw e;
    } catch (IOException e) {
      if (Files.isWritable(file)) {
        throw e;
      }
    }
  }

  private boolean isOfOthers(String name) throws IOException {
    try (DirectoryStream<Path> marks = Files.newDirectoryStream(directory, name + "*")) {
      for (Path mark : marks) {
        if (!mark.getFileName().toString().equals(name + rank)) {
          return true;
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return false;
  }

  /** The prefix of the names of its marks; the same for all names of the file. */
  static String name(Path file) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(real(file).toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 16) + "-";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path real(Path file) {
    Path absolute = file.toAbsolutePath();
    Path parent = absolute.getParent();
    try {
      if (Files.exists(absolute)) {
        return absolute.toRealPath();
      }
      if (parent != null && Files.exists(parent)) {
        return parent.toRealPath().resolve(absolute.getFileName());
      }
    } catch (IOException e) {
      // Say, a real name that is too long: then this one has to do.
      return absolute.normalize();
    }
    return absolute.normalize();
  }
}
