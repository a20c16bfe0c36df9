package org.ftmpj.supervisor.record;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.ftmpj.common.error.FtmpjException;

/**
 * The state of a rank's checkpoints, for observers of the job and those who request one; nothing
 * else depends on it. Written by the rank.
 *
 * <pre>
 * ftmpj-checkpoint 2     version
 * incarnation N          that has written it
 * answered N             number of the last request of the user that was answered, 0 if there was none
 * refused WHY            if the last attempt has failed, or the rank cannot be captured now
 * taken INSTANT          of the last checkpoint, if there is one: ISO 8601, UTC
 * bytes N                of its image of the heap
 * pause N                for how many nanoseconds the program stood still for it
 * durable N              after how many nanoseconds, from the same moment, it was on the disk
 * processor N            how many ms of processor time that process had used by then
 * </pre>
 */
public record CheckpointRecord(
    int incarnation, long answered, Optional<String> refused, Optional<Last> last) {
  private static final String VERSION = "ftmpj-checkpoint 2";

  /**
   * The last checkpoint, from which a restart goes on.
   *
   * @param pauseNs time for which the program stood still; 0 if an earlier process has taken it
   * @param durableNs time from the beginning of the pause until it was on the disk; likewise
   * @param processorMs that the process which has written the record had used then; 0 if an earlier
   *     one has taken the checkpoint
   */
  public record Last(Instant taken, long bytes, long pauseNs, long durableNs, long processorMs) {}

  /**
   * Writes it atomically.
   *
   * @throws FtmpjException LOG_NOT_WRITABLE
   */
  public void write(Path file) {
    NamedValues values =
        new NamedValues().add("incarnation", incarnation).add("answered", answered);
    refused.ifPresent(why -> values.add("refused", why));
    last.ifPresent(
        checkpoint ->
            values
                .add("taken", checkpoint.taken())
                .add("bytes", checkpoint.bytes())
                .add("pause", checkpoint.pauseNs())
                .add("durable", checkpoint.durableNs())
                .add("processor", checkpoint.processorMs()));
    values.write(file, VERSION);
  }

  /**
   * The record in that file; empty if there is none.
   *
   * @throws FtmpjException LOG_VERSION, LOG_CORRUPT
   */
  public static Optional<CheckpointRecord> read(Path file) {
    return NamedValues.read(
        file,
        VERSION,
        values ->
            new CheckpointRecord(
                values.smallNumber("incarnation"),
                values.number("answered"),
                values.all("refused").stream().findFirst(),
                values.all("taken").isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                        new Last(
                            Instant.parse(values.text("taken")),
                            values.number("bytes"),
                            values.number("pause"),
                            values.number("durable"),
                            values.number("processor")))));
  }
}
