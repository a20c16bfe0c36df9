package org.ftmpj.supervisor.record;

import java.nio.file.Path;
import java.util.Optional;
import org.ftmpj.common.error.FtmpjException;

/**
 * Which process was started last as a rank or as the event logger, for those who look at a job from
 * outside.
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
   * Writes it, atomically.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void write(Path file) {
    AtomicFile.write(file, VERSION + "\n" + incarnation + " " + process + "\n");
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
    return AtomicFile.read(file).map(text -> decode(text, file));
  }

  private static ProcessRecord decode(String text, Path file) {
    String[] lines = text.split("\n");
    RecordLines.requireVersion(VERSION, lines[0], file);
    try {
      int blank = lines[1].indexOf(' ');
      return new ProcessRecord(
          Integer.parseInt(lines[1].substring(0, blank)),
          ProcessIdentity.parse(lines[1].substring(blank + 1)));
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw RecordLines.corrupt(file, e);
    }
  }
}
