package org.ftmpj.protocol.rank;

import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.event.Determinant;

/** Probes: what a rank learns of a message without receiving it (protocol rule 7). One thread. */
final class Probing {
  private final OperationClock clock;
  private final ReplayCursor cursor;
  private final Recorder recorder;
  private final RankStates states;
  private final Progress progress;
  private final Matching matching;

  Probing(
      OperationClock clock,
      ReplayCursor cursor,
      Recorder recorder,
      RankStates states,
      Progress progress,
      Matching matching) {
    this.clock = clock;
    this.cursor = cursor;
    this.recorder = recorder;
    this.states = states;
    this.progress = progress;
    this.matching = matching;
  }

  Arrival.Message probe(int source, int context, int tag) {
    Determinant.Probe recorded = beginProbe(source);
    Arrival.Message found;
    while ((found = attempt(recorded, source, context, tag)) == null) {
      progress.await();
    }
    return found;
  }

  Arrival.Message iprobe(int source, int context, int tag) {
    Determinant recorded = beginIprobe();
    if (recorded instanceof Determinant.Probe probe) {
      Arrival.Message found;
      while ((found = repeat(probe)) == null) {
        progress.await();
      }
      return found;
    }
    return recorded == null ? iprobeNow(source, context, tag) : null;
  }

  /** Begins a probe. Returns its outcome in an earlier incarnation; null if it is open. */
  Determinant.Probe beginProbe(int source) {
    long now = clock.tick();
    if (source != Receive.ANY_SOURCE) {
      return null;
    }
    String what = "a Probe of any source";
    Determinant recorded = cursor.outcome(now, Determinant.Probe.class, false, what);
    if (recorded == null) {
      states.requireNewOutcome(now, what);
    }
    return (Determinant.Probe) recorded;
  }

  /**
   * What a probe that has begun finds, with what has arrived; null if it has to go on. Does not
   * wait.
   */
  Arrival.Message attempt(Determinant.Probe recorded, int source, int context, int tag) {
    if (recorded != null) {
      return repeat(recorded);
    }
    Arrival.Message found = matching.probe(source, context, tag);
    if (found == null) {
      progress.poll();
      found = matching.probe(source, context, tag);
    }
    if (found == null) {
      if (matching.probeWaitsForHeld(source, context, tag)) {
        states.requireNewOutcome(clock.now(), "a Probe");
      }
    } else if (source == Receive.ANY_SOURCE) {
      recorder.record(new Determinant.Probe(clock.now(), found.source(), found.sequence()));
    }
    return found;
  }

  /**
   * Begins an iprobe. Returns its outcome in an earlier incarnation: a {@link Determinant.Probe} to
   * {@link #repeat}, or a {@link Determinant.NotYet}; null if it is open.
   */
  Determinant beginIprobe() {
    long now = clock.tick();
    Determinant recorded = cursor.outcome(now, Determinant.Probe.class, true, "an Iprobe");
    if (recorded == null) {
      states.requireNewOutcome(now, "an Iprobe");
    } else if (recorded instanceof Determinant.NotYet) {
      states.advance();
    }
    return recorded;
  }

  /** What an iprobe whose outcome is open finds; null if it finds nothing. */
  Arrival.Message iprobeNow(int source, int context, int tag) {
    progress.poll();
    Arrival.Message found = matching.probe(source, context, tag);
    if (found == null) {
      progress.rest(recorder.notYet(clock.now()));
    } else {
      recorder.record(new Determinant.Probe(clock.now(), found.source(), found.sequence()));
    }
    return found;
  }

  /** The recorded message, once it is there; null before. Does not wait. */
  Arrival.Message repeat(Determinant.Probe probe) {
    Arrival.Message found = matching.unexpected(probe.source(), probe.sequence());
    if (found == null) {
      progress.poll();
      found = matching.unexpected(probe.source(), probe.sequence());
    }
    if (found != null) {
      states.advance();
    }
    return found;
  }
}
