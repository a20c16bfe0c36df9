package org.ftmpj.supervisor.record;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.ftmpj.common.config.Durability;
import org.ftmpj.common.error.FtmpjException;

/**
 * The identity of a job: written into its directory before anything else, so that it can be found
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
 * @param launcher the process during whose life the job runs
 */
public record JobRecord(
    ProcessIdentity launcher, Instant started, int ranks, Durability durability, String program) {
  private static final String VERSION = "ftmpj-job 1";

  /**
   * Writes it atomically.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void write(Path file) {
    new NamedValues()
        .add("launcher", launcher)
        .add("started", started)
        .add("ranks", ranks)
        .add("durability", durability.name().toLowerCase(Locale.ROOT))
        .add("program", program)
        .write(file, VERSION);
  }

  /**
   * The record in that file; empty if there is none.
   *
   * @throws FtmpjException LOG_VERSION, LOG_CORRUPT
   */
  public static Optional<JobRecord> read(Path file) {
    return NamedValues.read(
        file,
        VERSION,
        values ->
            new JobRecord(
                ProcessIdentity.parse(values.text("launcher")),
                Instant.parse(values.text("started")),
                values.smallNumber("ranks"),
                Durability.valueOf(values.text("durability").toUpperCase(Locale.ROOT)),
                values.text("program")));
  }
}
