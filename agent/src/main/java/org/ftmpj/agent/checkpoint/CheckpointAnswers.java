package org.ftmpj.agent.checkpoint;

import java.nio.file.Path;
import java.util.Optional;
import org.ftmpj.agent.process.Place;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.supervisor.record.CheckpointRecord;
import org.ftmpj.supervisor.record.CheckpointRecord.Last;
import org.ftmpj.transport.control.ControlBlock;

/**
 * The user's requests for checkpoints of a rank, and the answers in the rank's {@link
 * CheckpointRecord}. Any thread.
 */
final class CheckpointAnswers {
  private final Place place;
  private final ControlBlock control;
  private final Path file;

  private CheckpointRecord record;
  private long attempted;

  /**
   * @param from the last existing checkpoint; empty if there is none
   */
  CheckpointAnswers(Place place, ControlBlock control, Optional<Last> from) {
    this.place = place;
    this.control = control;
    this.file = place.layout().checkpointRecord(place.rank());
    record =
        CheckpointRecord.read(file)
            .map(before -> with(before.answered(), Optional.empty(), from))
            .orElseGet(() -> with(0, Optional.empty(), from));
    attempted = record.answered();
  }

  private CheckpointRecord with(long answered, Optional<String> refused, Optional<Last> last) {
    return new CheckpointRecord(place.incarnation(), answered, refused, last);
  }

  /** Records the checkpoint that exists at the start. */
  synchronized void begin() {
    write();
  }

  /** Whether the user has requested a checkpoint that does not exist yet. */
  synchronized boolean areAwaited() {
    return control.checkpointsRequested(place.rank()) > record.answered();
  }

  /** Records that a checkpoint is begun, which answers all requests so far. */
  synchronized void attempted() {
    attempted = control.checkpointsRequested(place.rank());
  }

  /** Records that there is one. */
  synchronized void taken(Last checkpoint) {
    record = with(attempted, Optional.empty(), Optional.of(checkpoint));
    write();
  }

  /** Records that the requested checkpoint is impossible. */
  synchronized void refused(String why) {
    record = with(attempted, Optional.of(why), record.last());
    write();
  }

  /** Nothing depends on this file; on a full disk it is missing. */
  private void write() {
    try {
      record.write(file);
    } catch (FtmpjException e) {
      // The rank says itself that it cannot write its checkpoint.
    }
  }
}
