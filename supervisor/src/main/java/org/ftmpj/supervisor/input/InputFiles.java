package org.ftmpj.supervisor.input;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ftmpj.common.job.OnlyUser;

/**
 * The files in a job's directory for the launcher's standard input: the bytes read so far, the mark
 * of its end, and the length that rank 0 may request.
 */
record InputFiles(Path directory) {
  /** The unit of requests, in bytes. */
  static final int CHUNK = 1 << 16;

  /** The file with the bytes read so far. */
  Path text() {
    return directory.resolve("text");
  }

  /** The file that exists when nothing follows. */
  Path end() {
    return directory.resolve("end");
  }

  /** The file whose length is the number of chunks that the rank has requested. */
  Path wanted() {
    return directory.resolve("wanted");
  }

  /** Creates the files, also after a kill during an earlier attempt. */
  void create() throws IOException {
    OnlyUser.createIfMissing(text());
    Files.createFile(wanted(), OnlyUser.FILE);
  }

  /** Whether the files exist. */
  boolean areThere() {
    return Files.exists(wanted());
  }

  /** The number of bytes that the rank has requested. */
  long wantedBytes() throws IOException {
    return Files.size(wanted()) * CHUNK;
  }

  /** Requests so many bytes, unless more were requested before. */
  void want(long bytes) throws IOException {
    long chunks = (bytes + CHUNK - 1) / CHUNK;
    if (Files.size(wanted()) < chunks) {
      try (RandomAccessFile file = new RandomAccessFile(wanted().toFile(), "rw")) {
        file.setLength(chunks);
      }
    }
  }
}
