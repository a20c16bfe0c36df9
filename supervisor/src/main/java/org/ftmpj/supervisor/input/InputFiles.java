package org.ftmpj.supervisor.input;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ftmpj.common.job.OnlyUser;

/**
 * What a job's directory holds of the standard input that the launcher was given: what was read so
 * far, whether it has come to its end, and how much of it rank 0 may ask for.
 */
record InputFiles(Path directory) {
  /** In such steps the rank asks for more. */
  static final int CHUNK = 1 << 16;

  /** What was read, nothing else. */
  Path text() {
    return directory.resolve("text");
  }

  /** There when nothing follows. */
  Path end() {
    return directory.resolve("end");
  }

  /** As many bytes long as the rank has asked for chunks of text. */
  Path wanted() {
    return directory.resolve("wanted");
  }

  /** Begins, also if it was killed while it did so before. */
  void create() throws IOException {
    OnlyUser.createIfMissing(text());
    Files.createFile(wanted(), OnlyUser.FILE);
  }

  /** Whether it has begun. */
  boolean areThere() {
    return Files.exists(wanted());
  }

  /** How many bytes of text the rank has asked for. */
  long wantedBytes() throws IOException {
    return Files.size(wanted()) * CHUNK;
  }

  /** Asks for so many bytes of text, unless more was asked for before. */
  void want(long bytes) throws IOException {
    long chunks = (bytes + CHUNK - 1) / CHUNK;
    if (Files.size(wanted()) < chunks) {
      try (RandomAccessFile file = new RandomAccessFile(wanted().toFile(), "rw")) {
        file.setLength(chunks);
      }
    }
  }
}
