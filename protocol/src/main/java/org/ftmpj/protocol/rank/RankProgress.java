package org.ftmpj.protocol.rank;

import java.util.Optional;
import org.ftmpj.protocol.replay.RankState;
import org.ftmpj.protocol.replay.RecoveryStatistics;
import org.ftmpj.protocol.report.RankCounters;

/**
 * The progress of an incarnation of a rank. Each method says how it is now. Thread: as {@link
 * RankSession}.
 */
public final class RankProgress {
  private final RankCore core;

  RankProgress(RankCore core) {
    this.core = core;
  }

  /** The operation clock. */
  public long clock() {
    return core.clock.now();
  }

  public RankState state() {
    return core.states.current();
  }

  /** Whether the rank repeats what an earlier incarnation has done. Any thread. */
  public boolean isRepeating() {
    return !core.states.isRecording();
  }

  /** What was replayed. */
  public RecoveryStatistics recovery() {
    return core.recovery();
  }

  /** What this incarnation has done so far. */
  public RankCounters counters() {
    return new RankCounters(
        core.clock.now(),
        core.cursor.replayed(),
        core.recorder.outcomes(),
        core.recorder.determinants(),
        core.recorder.bytes(),
        core.recorder.records(),
        core.outbound.sent(),
        core.outbound.sentBytes(),
        core.outbound.held(),
        core.gate.waits());
  }

  /** How many determinants the history had. */
  public long recordedDeterminants() {
    return core.cursor.recorded();
  }

  /** What comes next of that which is recorded and was not repeated yet; empty if all was. */
  public Optional<String> unrepeated() {
    return core.cursor.unrepeated().or(core.outbound::unrepeated);
  }
}
