package org.ftmpj.launcher.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.error.Reason;

/** The largest size of a file that this process and its children may write: ulimit -f. */
final class FileSizeLimit {
  private static final Path LIMITS = Path.of("/proc/self/limits");
  private static final Pattern BYTES = Pattern.compile("Max file size +(\\d+) .*");

  private FileSizeLimit() {}

  /**
   * Refuses a limit that logs would reach.
   *
   * @param segmentMib size at which a segment of a log ends
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  static void require(int segmentMib) {
    if (!Files.isReadable(LIMITS)) {
      return;
    }
    try {
      require(Files.readAllLines(LIMITS), segmentMib);
    } catch (IOException e) {
      throw new FtmpjException(
          ErrorCode.LOG_NOT_WRITABLE, "cannot read " + LIMITS + ": " + Reason.of(e), e);
    }
  }

  static void require(List<String> limits, int segmentMib) {
    limits.stream()
        .map(BYTES::matcher)
        .filter(Matcher::matches)
        .mapToLong(limit -> Long.parseLong(limit.group(1)))
        // A segment ends with the record that reaches its size.
        .filter(bytes -> bytes < 2L * segmentMib << 20)
        .findFirst()
        .ifPresent(
            bytes -> {
              throw new FtmpjException(
                  ErrorCode.LOG_NOT_WRITABLE,
                  "no file may have more than %d KiB here (ulimit -f), and a log takes up to %d MiB; raise that limit, or choose smaller segments (option log.segment)"
                      .formatted(bytes >> 10, 2L * segmentMib));
            });
  }
}
