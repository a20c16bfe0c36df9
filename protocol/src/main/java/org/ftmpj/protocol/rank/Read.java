package org.ftmpj.protocol.rank;

import java.util.Arrays;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.event.ValueKind;
import org.ftmpj.protocol.thread.Attempt;

/**
 * A read of a value from outside MPI, which is recorded, and repeated in replay (protocol rule
 * RECORDED_VALUE).
 */
abstract class Read extends Operation {
  /** The names of reads in reports, by kind. */
  private static final String[] READS =
      Arrays.stream(ValueKind.values()).map(kind -> "a read of " + kind).toArray(String[]::new);

  private final Class<? extends Determinant> type;
  private ValueKind kind;
  private Determinant recorded;

  /**
   * @param type the type of its determinant
   */
  Read(RankCore core, Class<? extends Determinant> type) {
    super(core);
    this.type = type;
  }

  /**
   * The known part of the value.
   *
   * @param recorded null if it has no record
   * @param value the value that was read, as a determinant; undefined before
   */
  record Recorded(Determinant recorded, Determinant value) implements Known {}

  final void reads(ValueKind what) {
    kind = what;
  }

  final ValueKind kind() {
    return kind;
  }

  @Override
  final void start() {
    core.operations.nextRead(kind);
    recorded = core.cursor.outcome(tick(), type, false, what());
    if (recorded != null && kindOf(recorded) != kind) {
      throw core.cursor.diverged(clock(), "reads " + kind, recorded);
    }
  }

  @Override
  final Attempt proceed() {
    if (recorded != null) {
      take(recorded);
      repeated();
      core.states.advance();
    } else if (isBarred()) {
      return barred();
    } else {
      readNew();
    }
    return Attempt.DONE;
  }

  abstract ValueKind kindOf(Determinant determinant);

  /** Sets the outcome. */
  abstract void take(Determinant value);

  /** Called when the value comes from an earlier incarnation. */
  void repeated() {}

  /** Reads the actual value and records it. */
  abstract void readNew();

  @Override
  final String what() {
    return READS[kind.ordinal()];
  }

  @Override
  final Known known() {
    return new Recorded(recorded, outcome());
  }

  @Override
  final void restore(Known known) {
    recorded = ((Recorded) known).recorded();
    take(((Recorded) known).value());
  }

  /** The value that was read, as a determinant; undefined before. */
  abstract Determinant outcome();

  @Override
  void clear() {
    recorded = null;
  }

  @Override
  public final String toString() {
    return what();
  }
}
