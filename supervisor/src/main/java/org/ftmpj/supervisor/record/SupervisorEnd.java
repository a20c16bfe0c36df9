package org.ftmpj.supervisor.record;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.ftmpj.common.error.FtmpjException;

/**
 * The end of one rank's supervisor, for the supervisors of the others, where each rank has a
 * supervisor process of its own. Written when the rank has been reaped and its output printed; the
 * supervisor touches no file of the job after it.
 *
 * <pre>
 * ftmpj-supervisor 1     version
 * CODE FAILED            decimal, true or false
 * </pre>
 *
 * @param code 0 if the rank ended with 0 and the others go on; else the exit code of the job
 * @param failed whether FTMPJ could not go on
 */
public record SupervisorEnd(int code, boolean failed) {
  private static final String VERSION = "ftmpj-supervisor 1";

  /**
   * Writes it atomically.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void write(Path file) {
    RecordLines.write(file, VERSION, List.of(code + " " + failed));
  }

  /**
   * The end in that file; empty if there is none.
   *
   * @throws FtmpjException LOG_VERSION, LOG_CORRUPT
   */
  public static Optional<SupervisorEnd> read(Path file) {
    return RecordLines.read(file, VERSION, lines -> decode(lines.get(0).split(" ")));
  }

  private static SupervisorEnd decode(String[] words) {
    return new SupervisorEnd(Integer.parseInt(words[0]), Boolean.parseBoolean(words[1]));
  }
}
