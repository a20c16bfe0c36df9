package org.ftmpj.supervisor.rank;

import java.nio.file.Path;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.supervisor.record.AtomicFile;

/**
 * Issues the incarnations of one rank, from 1, none twice: the number is on the disk before it is
 * used. There is one such authority for a rank.
 */
final class Incarnations {
  private final Path file;

  /**
   * @param file decimal number of the incarnation issued last; absent before the first
   */
  Incarnations(Path file) {
    this.file = file;
  }

  int next() {
    int next = last() + 1;
    AtomicFile.write(file, next + "\n");
    return next;
  }

  /** Whether there has been one. */
  boolean areIssued() {
    return last() > 0;
  }

  private int last() {
    String text = AtomicFile.read(file).orElse("0").strip();
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT, file + " should hold a number but holds '" + text + "'", e);
    }
  }
}
