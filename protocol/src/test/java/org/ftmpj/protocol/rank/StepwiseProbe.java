package org.ftmpj.protocol.rank;

import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.event.Determinant;

/** A probe: it goes on until it has found a message. */
class StepwiseProbe extends StepwiseOperation {
  final RankCore core;
  final int source;
  final int context;
  final int tag;
  private long clock;
  private Determinant recorded;
  private Sought sought;
  private Arrival.Message found;

  StepwiseProbe(RankCore core, int source, int context, int tag) {
    this.core = core;
    this.source = source;
    this.context = context;
    this.tag = tag;
  }

  @Override
  final void begin() {
    recorded = beginProbe();
    clock = core.clock.now();
    sought = recorded instanceof Determinant.Probe probe ? core.probing.seek(probe) : null;
  }

  /** Begins it, and returns its record; null if it has none. */
  Determinant beginProbe() {
    return core.probing.beginProbe(source);
  }

  @Override
  final Outcome attempt() {
    if (sought != null) {
      found = core.probing.repeat(sought);
      return Outcome.doneIf(found != null);
    }
    return recorded == null ? attemptNew(clock) : Outcome.DONE;
  }

  /** Attempts one that has no record, and began at that clock. */
  Outcome attemptNew(long now) {
    return find(core.probing.attempt(now, source, context, tag));
  }

  final Outcome find(Arrival.Message message) {
    found = message;
    return Outcome.doneIf(message != null);
  }

  @Override
  final boolean isReplayed() {
    return recorded != null;
  }

  @Override
  final boolean isOpen() {
    return recorded == null;
  }

  /** What it has found, when it is done; null if nothing. */
  final Arrival.Message found() {
    return found;
  }
}
