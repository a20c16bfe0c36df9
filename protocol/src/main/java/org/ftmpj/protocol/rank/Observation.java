package org.ftmpj.protocol.rank;

import java.util.function.BooleanSupplier;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.thread.Attempt;

/**
 * A look at a condition outside of MPI that another thread makes true once and for good. It is
 * recorded like a test of one request.
 */
final class Observation extends Operation {
  private static final int[] NONE = {};

  private BooleanSupplier now;
  private Determinant recorded;
  private boolean seen;

  Observation(RankCore core) {
    super(core);
  }

  Observation of(BooleanSupplier observed) {
    now = observed;
    return this;
  }

  @Override
  void start() {
    recorded = core.cursor.outcome(tick(), Determinant.Deliver.class, true, what());
  }

  @Override
  Attempt proceed() {
    if (recorded != null) {
      core.states.advance();
      seen = recorded instanceof Determinant.Deliver;
      return Attempt.DONE;
    }
    if (isBarred()) {
      return barred();
    }
    seen = now.getAsBoolean();
    if (seen) {
      core.recorder.recordDelivery(clock(), NONE, 0);
    } else {
      core.recorder.notYet(clock());
    }
    return Attempt.DONE;
  }

  /**
   * The known part of the outcome.
   *
   * @param recorded null if it has no record
   * @param seen the outcome, once the operation is done
   */
  record Seen(Determinant recorded, boolean seen) implements Known {}

  @Override
  Known known() {
    return new Seen(recorded, seen);
  }

  @Override
  void restore(Known known) {
    recorded = ((Seen) known).recorded();
    seen = ((Seen) known).seen();
  }

  /** The outcome, once the operation is done. */
  boolean seen() {
    return seen;
  }

  @Override
  void clear() {
    now = null;
    recorded = null;
  }

  @Override
  public String toString() {
    return "a look at another thread";
  }
}
