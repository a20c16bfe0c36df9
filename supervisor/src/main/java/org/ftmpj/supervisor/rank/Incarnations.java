package org.ftmpj.supervisor.rank;

import java.nio.file.Path;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.supervisor.record.AtomicFile;

/**
 * Issues the numbers of one rank's incarnations, from 1, none twice: the number is on the disk
 * before it is used. A rank has only one such authority.
 */
final class Incarnations {
  private final Path file;

  /**
   * @param file has the decimal number of the last incarnation; missing before the first
   */
  Incarnations(Path file) {
    this.file = file;
  }

  int next() {
    int next = last() + 1;
    AtomicFile.write(file, next + "\n");
    return next;
  }

  /** Whether any incarnation was issued. */
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
