package org.ftmpj.supervisor.record;

import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.error.FtmpjException;

/**
 * What a job is and whose: written into its directory before anything else, so that it can be found
 * and judged when its launcher has died.
 *
 * <pre>
 * ftmpj-job 1
 * launcher PID START     as in {@link ProcessIdentity}
 * started INSTANT        ISO 8601, UTC
 * ranks N
 * durability LEVEL
 * program MAIN
 * </pre>
 *
 * @param launcher while it lives, the job runs
 */
public record JobRecord(
    ProcessIdentity launcher, Instant started, int ranks, Durability durability, String program) {
  private static final String VERSION = "ftmpj-job 1";

  /**
   * Writes it, atomically.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void write(Path file) {
    AtomicFile.write(
        file,
        String.join(
            "\n",
            VERSION,
            "launcher " + launcher,
            "started " + started,
            "ranks " + ranks,
            "durability " + durability.name().toLowerCase(Locale.ROOT),
            "program " + program,
            ""));
  }

  /**
   * The record in that file; empty if there is none.
   *
   * @throws FtmpjException LOG_VERSION, LOG_CORRUPT
   */
  public static Optional<JobRecord> read(Path file) {
    return AtomicFile.read(file).map(text -> decode(text, file));
  }

  private static JobRecord decode(String text, Path file) {
    String[] lines = text.split("\n");
    RecordLines.requireVersion(VERSION, lines[0], file);
    try {
      return new JobRecord(
          ProcessIdentity.parse(value(lines[1], "launcher")),
          Instant.parse(value(lines[2], "started")),
          Integer.parseInt(value(lines[3], "ranks")),
          Durability.valueOf(value(lines[4], "durability").toUpperCase(Locale.ROOT)),
          value(lines[5], "program"));
    } catch (IllegalArgumentException | DateTimeException | IndexOutOfBoundsException e) {
      throw RecordLines.corrupt(file, e);
    }
  }

  private static String value(String line, String name) {
    if (!line.startsWith(name + " ")) {
      throw new IllegalArgumentException("'" + line + "' instead of " + name);
    }
    return line.substring(name.length() + 1);
  }
}
