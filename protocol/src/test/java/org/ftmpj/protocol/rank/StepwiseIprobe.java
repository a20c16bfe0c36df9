package org.ftmpj.protocol.rank;

import org.ftmpj.protocol.event.Determinant;

/** A probe that is done with what has arrived, be it nothing. */
final class StepwiseIprobe extends StepwiseProbe {

  StepwiseIprobe(RankCore core, int source, int context, int tag) {
    super(core, source, context, tag);
  }

  @Override
  Determinant beginProbe() {
    return core.probing.beginIprobe();
  }

  @Override
  Outcome attemptNew(long now) {
    if (core.states.barsNewOutcome(now, Probing.IPROBE)) {
      return Outcome.BLOCKED;
    }
    find(core.probing.iprobeNow(now, source, context, tag));
    return Outcome.DONE;
  }
}
