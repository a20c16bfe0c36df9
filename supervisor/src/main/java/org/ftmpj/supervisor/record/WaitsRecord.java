package org.ftmpj.supervisor.record;

import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ftmpj.common.error.FtmpjException;

/**
 * What the threads of a rank have waited for since a second or longer. Written by the rank whenever
 * that has changed, for those who look at the job: nothing else depends on it.
 *
 * <pre>
 * ftmpj-waits 1          version
 * INCARNATION            decimal
 * MILLISECONDS           of each wait: since when, from the epoch
 * THREAD                 escaped
 * WHAT                   escaped
 * PLACE                  escaped
 * </pre>
 */
public record WaitsRecord(int incarnation, List<Wait> waits) {
  private static final String VERSION = "ftmpj-waits 1";
  private static final int HEAD = 2;
  private static final int LINES = 4;

  /**
   * What one thread waits for.
   *
   * @param thread its name
   * @param what the call and what it waits for
   * @param place in the program; empty if there is none
   */
  public record Wait(Instant since, String thread, String what, String place) {}

  public WaitsRecord {
    waits = List.copyOf(waits);
  }

  /**
   * Writes it, atomically.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void write(Path file) {
    StringBuilder text = new StringBuilder(VERSION + "\n" + incarnation + "\n");
    for (Wait wait : waits) {
      text.append(wait.since().toEpochMilli()).append('\n');
      text.append(Escapes.escape(wait.thread())).append('\n');
      text.append(Escapes.escape(wait.what())).append('\n');
      text.append(Escapes.escape(wait.place())).append('\n');
    }
    AtomicFile.write(file, text.toString());
  }

  /**
   * The record in that file; empty if there is none.
   *
   * @throws FtmpjException LOG_VERSION, LOG_CORRUPT
   */
  public static Optional<WaitsRecord> read(Path file) {
    return AtomicFile.read(file).map(text -> decode(text.lines().toList(), file));
  }

  private static WaitsRecord decode(List<String> lines, Path file) {
    RecordLines.requireVersion(VERSION, lines.isEmpty() ? "" : lines.get(0), file);
    try {
      List<Wait> waits = new ArrayList<>();
      for (int i = HEAD; i < lines.size(); i += LINES) {
        waits.add(
            new Wait(
                Instant.ofEpochMilli(Long.parseLong(lines.get(i))),
                Escapes.unescape(lines.get(i + 1)),
                Escapes.unescape(lines.get(i + 2)),
                Escapes.unescape(lines.get(i + 3))));
      }
      return new WaitsRecord(Integer.parseInt(lines.get(1)), waits);
    } catch (IllegalArgumentException | IndexOutOfBoundsException | DateTimeException e) {
      throw RecordLines.corrupt(file, e);
    }
  }
}
