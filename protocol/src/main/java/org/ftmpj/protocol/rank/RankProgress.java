package org.ftmpj.protocol.rank;

import java.util.Optional;
import org.ftmpj.protocol.replay.RankState;
import org.ftmpj.protocol.replay.RecoveryStatistics;
import org.ftmpj.protocol.report.RankCounters;

/** The present progress of an incarnation of a rank. Thread: as {@link RankSession}. */
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

  /** Whether the rank still repeats what an earlier incarnation did. Any thread. */
  public boolean isRepeating() {
    return !core.states.isRecording();
  }

  /** Statistics of the replay. */
  public RecoveryStatistics recovery() {
    return core.recovery();
  }

  /** The counters of this incarnation so far. */
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
        core.outbound.dropped(),
        core.gate.waits());
  }

  /** The number of determinants in the history. */
  public long recordedDeterminants() {
    return core.cursor.recorded();
  }

  /** The next recorded outcome that was not repeated yet, in words; empty if there is none. */
  public Optional<String> unrepeated() {
    return core.cursor.unrepeated().or(core.outbound::unrepeated);
  }
}
