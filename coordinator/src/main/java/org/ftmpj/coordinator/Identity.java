package org.ftmpj.coordinator;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;
import org.ftmpj.common.job.OnlyUser;

/**
 * The identity of a store as a member, in its file {@code member}: an id that no other store has,
 * so that a member that lost its store does not vote as the former one; and the port at which the
 * others know it.
 */
record Identity(String id, int port) {
  private static final String FORM = "[0-9a-f]{16} \\d{1,5}";

  /** An id that was never used. */
  static String newId() {
    byte[] random = new byte[8];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  /** The identity in a directory; empty if it has none yet. */
  static Optional<Identity> read(Path directory) {
    Path file = file(directory);
    try {
      String text = Files.readString(file).strip();
      if (!text.matches(FORM)) {
        throw new FtmpjException(ErrorCode.LOG_CORRUPT, file + " holds '" + text + "'");
      }
      String[] words = text.split(" ");
      return Optional.of(new Identity(words[0], Integer.parseInt(words[1])));
    } catch (NoSuchFileException none) {
      return Optional.empty();
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT, "Cannot read " + file + ": " + Reason.of(e), e);
    }
  }

  /**
   * Writes it; it survives a crash of the host.
   *
   * @throws FtmpjException {@code LOG_NOT_WRITABLE}
   */
  void write(Path directory) {
    replace(file(directory), id + " " + port);
  }

  private static Path file(Path directory) {
    return directory.resolve("member");
  }

  /** Replaces the text of a file, atomically and durably. */
  static void replace(Path file, String text) {
    replace(file, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Replaces the bytes of a file, atomically and durably. */
  static void replace(Path file, byte[] bytes) {
    Path unready = file.resolveSibling(file.getFileName() + ".new");
    try (FileChannel channel =
        OnlyUser.open(
            unready,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      for (ByteBuffer left = ByteBuffer.wrap(bytes); left.hasRemaining(); ) {
        channel.write(left);
      }
      channel.force(true);
      Files.move(unready, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE, "Cannot write " + file + ": " + Reason.of(e), e);
    }
  }
}
