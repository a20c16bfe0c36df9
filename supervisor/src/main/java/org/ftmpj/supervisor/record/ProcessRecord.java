package org.ftmpj.supervisor.record;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.ftmpj.common.error.FtmpjException;

/**
 * The last process of a rank or of the event logger, for observers of a job.
 *
 * <pre>
 * ftmpj-process 1        version
 * INCARNATION PID START  as in {@link ProcessIdentity}
 * </pre>
 *
 * @param incarnation of the rank; of the event logger how often it was started
 */
public record ProcessRecord(int incarnation, ProcessIdentity process) {
  private static final String VERSION = "ftmpj-process 1";

  /**
   * Writes it atomically.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void write(Path file) {
    RecordLines.write(file, VERSION, List.of(incarnation + " " + process));
  }

  /** Writes the record of a process that was just started; nothing if it has ended already. */
  public static void write(Path file, int incarnation, long pid) {
    ProcessIdentity.of(pid).ifPresent(id -> new ProcessRecord(incarnation, id).write(file));
  }

  /**
   * The record in that file; empty if there is none.
   *
   * @throws FtmpjException LOG_VERSION, LOG_CORRUPT
   */
  public static Optional<ProcessRecord> read(Path file) {
    return RecordLines.read(file, VERSION, lines -> decode(lines.get(0)));
  }

  private static ProcessRecord decode(String line) {
    int blank = line.indexOf(' ');
    return new ProcessRecord(
        Integer.parseInt(line.substring(0, blank)),
        ProcessIdentity.parse(line.substring(blank + 1)));
  }
}
