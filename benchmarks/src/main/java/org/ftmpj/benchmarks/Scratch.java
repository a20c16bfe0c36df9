package org.ftmpj.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/**
 * The directory for what benchmarks write while they run, removed with all that is in it. It has a
 * mark, so that no directory of the user's is taken for it.
 */
record Scratch(Path directory) implements AutoCloseable {
  private static final String MARK = "made-by-ftmpj-bench";

  /**
   * Makes it, and removes what a benchmark that was killed has left there.
   *
   * @throws FtmpjException NOT_OURS if something else is there
   */
  static Scratch make(Path directory) throws IOException {
    if (Files.exists(directory)) {
      if (!Files.isRegularFile(directory.resolve(MARK))) {
        throw new FtmpjException(
            ErrorCode.NOT_OURS, directory + " is there, and no benchmark has made it");
      }
      Trees.delete(directory);
    }
    Files.createDirectories(directory);
    Files.createFile(directory.resolve(MARK));
    return new Scratch(directory);
  }

  @Override
  public void close() throws IOException {
    Trees.delete(directory);
  }
}
