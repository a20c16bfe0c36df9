package org.ftmpj.protocol.rank;

import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.ftmpj.protocol.Records;

/** What a mistaken snapshot forgets. */
public enum Forgotten {
  NOTHING("clock", same -> same),
  UNEXPECTED_MESSAGES("matching.unexpected", some -> List.of()),
  RECORDED_MATCHES("cursor.matches", some -> Set.of()),
  HALF_A_TURN("cursor.turns.taken", some -> 0L),
  OPEN_RUN("recorder.run", run -> null),
  OWED_MARKS("marks.owed", some -> List.of()),
  CHILDREN("events.last", last -> Math.max(0, (int) last - 1)),
  /** Of an operation that has begun. */
  OUTCOME("clock", same -> same);

  private final String component;
  private final UnaryOperator<Object> change;

  Forgotten(String component, UnaryOperator<Object> change) {
    this.component = component;
    this.change = change;
  }

  RankSnapshot without(RankSnapshot snapshot) {
    return Records.with(snapshot, component, change);
  }

  Operation.Snapshot without(Operation.Snapshot snapshot) {
    return this == OUTCOME && snapshot.known() instanceof Probe.Seen
        ? Records.with(snapshot, "known.recorded", any -> null)
        : snapshot;
  }
}
