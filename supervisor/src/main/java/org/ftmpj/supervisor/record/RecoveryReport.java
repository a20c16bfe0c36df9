package org.ftmpj.supervisor.record;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.ftmpj.common.error.FtmpjException;

/**
 * The work of a restarted rank until it was live again, which that incarnation writes at that
 * moment.
 *
 * <pre>
 * ftmpj-recovery 1               version
 * rank N
 * incarnation N
 * ...                            one line for each component, name and decimal number
 * </pre>
 *
 * @param determinants determinants that were replayed
 * @param messages messages read again from the inbound channel logs
 * @param sendsDropped sends that the outbound channel logs already had
 * @param outputBytesDropped bytes of output that the console already had
 * @param milliseconds from the start of its JVM
 * @param checkpoint the time of the checkpoint from which it restarted; empty if it restarted from
 *     the beginning of the program
 */
public record RecoveryReport(
    int rank,
    int incarnation,
    long determinants,
    long messages,
    long sendsDropped,
    long outputBytesDropped,
    long milliseconds,
    Optional<Instant> checkpoint) {
  private static final String VERSION = "ftmpj-recovery 1";

  /**
   * Writes it atomically.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void write(Path file) {
    NamedValues values =
        new NamedValues()
            .add("rank", rank)
            .add("incarnation", incarnation)
            .add("determinants", determinants)
            .add("messages", messages)
            .add("sendsDropped", sendsDropped)
            .add("outputBytesDropped", outputBytesDropped)
            .add("milliseconds", milliseconds);
    checkpoint.ifPresent(when -> values.add("checkpoint", when));
    values.write(file, VERSION);
  }

  /**
   * The report in that file; empty if there is none.
   *
   * @throws FtmpjException LOG_VERSION, LOG_CORRUPT
   */
  public static Optional<RecoveryReport> read(Path file) {
    return NamedValues.read(
        file,
        VERSION,
        values ->
            new RecoveryReport(
                values.smallNumber("rank"),
                values.smallNumber("incarnation"),
                values.number("determinants"),
                values.number("messages"),
                values.number("sendsDropped"),
                values.number("outputBytesDropped"),
                values.number("milliseconds"),
                values.all("checkpoint").stream().findFirst().map(Instant::parse)));
  }
}
