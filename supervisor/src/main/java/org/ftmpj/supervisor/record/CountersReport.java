package org.ftmpj.supervisor.record;

import java.nio.file.Path;
import java.util.Optional;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.report.RankCounters;

/**
 * The counters of the last incarnation of a rank, which writes them when its program has ended.
 *
 * <pre>
 * ftmpj-counters 1               version
 * rank N
 * incarnation N
 * ...                            one line for each counter, name and decimal number
 * </pre>
 */
public record CountersReport(int rank, int incarnation, RankCounters counters) {
  private static final String VERSION = "ftmpj-counters 1";

  /**
   * Writes it atomically.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void write(Path file) {
    new NamedValues()
        .add("rank", rank)
        .add("incarnation", incarnation)
        .add("operations", counters.operations())
        .add("replayed", counters.replayed())
        .add("recorded", counters.recorded())
        .add("determinants", counters.determinants())
        .add("determinantBytes", counters.determinantBytes())
        .add("records", counters.records())
        .add("messages", counters.messages())
        .add("messageBytes", counters.messageBytes())
        .add("droppedSends", counters.droppedSends())
        .add("gateWaits", counters.gateWaits())
        .write(file, VERSION);
  }

  /**
   * The report in that file; empty if there is none.
   *
   * @throws FtmpjException LOG_VERSION, LOG_CORRUPT
   */
  public static Optional<CountersReport> read(Path file) {
    return NamedValues.read(
        file,
        VERSION,
        values ->
            new CountersReport(
                values.smallNumber("rank"),
                values.smallNumber("incarnation"),
                new RankCounters(
                    values.number("operations"),
                    values.number("replayed"),
                    values.number("recorded"),
                    values.number("determinants"),
                    values.number("determinantBytes"),
                    values.number("records"),
                    values.number("messages"),
                    values.number("messageBytes"),
                    values.number("droppedSends"),
                    values.number("gateWaits"))));
  }
}
