package org.ftmpj.supervisor.record;

import java.nio.file.Path;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/** How records of lines are refused. */
final class RecordLines {
  private RecordLines() {}

  static void requireVersion(String expected, String found, Path file) {
    if (!found.equals(expected)) {
      throw new FtmpjException(
          ErrorCode.LOG_VERSION,
          file + " should begin with '" + expected + "' but begins with '" + found + "'");
    }
  }

  static FtmpjException corrupt(Path file, Exception cause) {
    return new FtmpjException(
        ErrorCode.LOG_CORRUPT, file + " is no complete record: " + cause.getMessage(), cause);
  }
}
