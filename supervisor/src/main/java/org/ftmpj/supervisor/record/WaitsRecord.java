package org.ftmpj.supervisor.record;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ftmpj.common.error.FtmpjException;

/**
 * The waits of a rank's threads that have lasted for a second or longer. The rank writes them
 * whenever they change, for observers of the job; nothing else depends on them.
 *
 * <pre>
 * ftmpj-waits 1          version
 * INCARNATION            decimal
 * MILLISECONDS of each wait: its begin, from the epoch
 * THREAD                 escaped
 * WHAT                   escaped
 * PLACE                  escaped
 * </pre>
 */
public record WaitsRecord(int incarnation, List<Wait> waits) {
  private static final String VERSION = "ftmpj-waits 1";
  private static final int HEAD = 1;
  private static final int LINES = 4;

  /**
   * The wait of one thread.
   *
   * @param thread its name
   * @param what the call and the awaited event
   * @param place in the program; empty if there is none
   */
  public record Wait(Instant since, String thread, String what, String place) {}

  public WaitsRecord {
    waits = List.copyOf(waits);
  }

  /**
   * Writes it atomically.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void write(Path file) {
    List<String> lines = new ArrayList<>(List.of(Integer.toString(incarnation)));
    for (Wait wait : waits) {
      lines.add(Long.toString(wait.since().toEpochMilli()));
      lines.add(Escapes.escape(wait.thread()));
      lines.add(Escapes.escape(wait.what()));
      lines.add(Escapes.escape(wait.place()));
    }
    RecordLines.write(file, VERSION, lines);
  }

  /**
   * The record in that file; empty if there is none.
   *
   * @throws FtmpjException LOG_VERSION, LOG_CORRUPT
   */
  public static Optional<WaitsRecord> read(Path file) {
    return RecordLines.read(file, VERSION, WaitsRecord::decode);
  }

  private static WaitsRecord decode(List<String> lines) {
    List<Wait> waits = new ArrayList<>();
    for (int i = HEAD; i < lines.size(); i += LINES) {
      waits.add(
          new Wait(
              Instant.ofEpochMilli(Long.parseLong(lines.get(i))),
              Escapes.unescape(lines.get(i + 1)),
              Escapes.unescape(lines.get(i + 2)),
              Escapes.unescape(lines.get(i + 3))));
    }
    return new WaitsRecord(Integer.parseInt(lines.get(0)), waits);
  }
}
