package org.ftmpj.protocol.rank;

import java.util.Arrays;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.event.ValueKind;
import org.ftmpj.protocol.thread.Attempt;

/**
 * A read of a value from outside MPI: recorded, and repeated in replay (protocol rule
 * RECORDED_VALUE).
 */
abstract class Read extends Operation {
  /** By kind. */
  private static final String[] READS =
      Arrays.stream(ValueKind.values()).map(kind -> "a read of " + kind).toArray(String[]::new);

  private final Class<? extends Determinant> type;
  private ValueKind kind;
  private Determinant recorded;

  /**
   * @param type of its determinant
   */
  Read(RankCore core, Class<? extends Determinant> type) {
    super(core);
    this.type = type;
  }

  final void reads(ValueKind what) {
    kind = what;
  }

  final ValueKind kind() {
    return kind;
  }

  @Override
  final void start() {
    core.trail.nextRead(kind);
    recorded = core.cursor.outcome(tick(), type, false, what());
    if (recorded != null && kindOf(recorded) != kind) {
      throw core.cursor.diverged(clock(), "reads " + kind, recorded);
    }
  }

  @Override
  final Attempt proceed() {
    if (recorded != null) {
      repeat(recorded);
      core.states.advance();
    } else if (isBarred()) {
      return barred();
    } else {
      readNew();
    }
    return Attempt.DONE;
  }

  abstract ValueKind kindOf(Determinant determinant);

  /** Takes the value of an earlier incarnation. */
  abstract void repeat(Determinant determinant);

  /** Reads the actual value, and records it. */
  abstract void readNew();

  @Override
  final String what() {
    return READS[kind.ordinal()];
  }

  @Override
  void clear() {
    recorded = null;
  }

  @Override
  public final String toString() {
    return what();
  }
}
