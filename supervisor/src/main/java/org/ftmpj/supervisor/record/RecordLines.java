package org.ftmpj.supervisor.record;

import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;

/** Small files of lines, the first of which gives the format and its version. */
final class RecordLines {
  private RecordLines() {}

  /**
   * Writes a file atomically.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  static void write(Path file, String version, List<String> lines) {
    List<String> all = new ArrayList<>(List.of(version));
    all.addAll(lines);
    all.add("");
    AtomicFile.write(file, String.join("\n", all));
  }

  /**
   * Reads a file; empty if there is no such file.
   *
   * @param record decodes the lines after the first
   * @throws FtmpjException LOG_VERSION for another first line, LOG_CORRUPT if the lines are no such
   *     record
   */
  static <T> Optional<T> read(Path file, String version, Function<List<String>, T> record) {
    return AtomicFile.read(file).map(text -> decode(text, file, version, record));
  }

  private static <T> T decode(
      String text, Path file, String version, Function<List<String>, T> record) {
    List<String> lines = text.lines().toList();
    String first = lines.isEmpty() ? "" : lines.get(0);
    if (!first.equals(version)) {
      throw new FtmpjException(
          ErrorCode.LOG_VERSION,
          file + " should begin with '" + version + "' but begins with '" + first + "'");
    }
    try {
      return record.apply(lines.subList(1, lines.size()));
    } catch (IllegalArgumentException
        | ArithmeticException
        | DateTimeException
        | IndexOutOfBoundsException e) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT, file + " is no complete record: " + e.getMessage(), e);
    }
  }
}
