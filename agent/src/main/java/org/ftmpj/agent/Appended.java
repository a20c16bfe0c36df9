package org.ftmpj.agent;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Consumer;
import org.ftmpj.protocol.error.ErrorCode;
import org.ftmpj.protocol.error.FtmpjException;
import org.ftmpj.protocol.event.ValueKind;

/**
 * Files that the program opens to append to them. Their length at that moment is recorded; the
 * re-execution cuts them back to it, and then appends the same again, once.
 *
 * <p>A file that other ranks append to, too, is left as it is: what they have written would be lost
 * with it. The program's thread.
 */
final class Appended {
  private static final long NOT_THERE = -1;

  private final Place place;
  private final Program program;
  private final Consumer<String> warning;
  private final boolean changes;

  /**
   * @param changes whether files are to be changed: not by a mere verification
   * @param warning told of files that are not cut back
   */
  Appended(Place place, Program program, boolean changes, Consumer<String> warning) {
    this.place = place;
    this.program = program;
    this.warning = warning;
    this.changes = changes;
  }

  /** The program is about to open it, or to fail to. */
  void opening(Path file) {
    boolean[] live = {false};
    long length =
        program.value(
            ValueKind.FILE_LENGTH,
            () -> {
              live[0] = true;
              return length(file);
            });
    if (changes) {
      prepare(file, length, live[0]);
    }
  }

  private void prepare(Path file, long length, boolean live) {
    try {
      String name = name(file);
      Files.write(place.layout().appended().resolve(name + place.rank()), new byte[0]);
      if (live) {
        program.commitOutput(); // once something is appended, the length cannot be had again
      } else if (Files.isRegularFile(file) && length(file) > length) {
        cut(file, name, length);
      }
    } catch (IOException e) {
      throw program.stop(
          new FtmpjException(
              ErrorCode.LOG_NOT_WRITABLE,
              file + " cannot be cut back to the " + length + " bytes it had (" + e + ")",
              e));
    }
  }

  private void cut(Path file, String name, long length) throws IOException {
    if (isOfOthers(name)) {
      warning.accept(
          file + ", which other ranks append to, too, is not cut back: some of it will come twice");
    } else if (length == NOT_THERE) {
      Files.delete(file.toRealPath()); // not a link to it, which was there before
    } else {
      try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
        open.setLength(length);
      }
    }
  }

  private boolean isOfOthers(String name) throws IOException {
    try (DirectoryStream<Path> ranks =
        Files.newDirectoryStream(place.layout().appended(), name + "*")) {
      for (Path rank : ranks) {
        if (!rank.getFileName().toString().equals(name + place.rank())) {
          return true;
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return false;
  }

  /** Of devices, too, nothing is cut. */
  private static long length(Path file) {
    if (!Files.exists(file)) {
      return NOT_THERE;
    }
    return Files.isRegularFile(file) ? file.toFile().length() : Long.MAX_VALUE;
  }

  /** What the names of its marks begin with; the same for all names of the file. */
  private static String name(Path file) throws IOException {
    Path parent = file.toAbsolutePath().getParent();
    Path real =
        Files.exists(file) || parent == null || !Files.exists(parent)
            ? existing(file)
            : parent.toRealPath().resolve(file.getFileName());
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(real.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 16) + "-";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Path existing(Path file) throws IOException {
    return Files.exists(file) ? file.toRealPath() : file.toAbsolutePath().normalize();
  }
}
