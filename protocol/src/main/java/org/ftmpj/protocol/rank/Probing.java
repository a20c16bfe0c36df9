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
    long now = clock.tick();
    if (source != Receive.ANY_SOURCE) {
      return await(source, context, tag);
    }
    Determinant recorded =
        cursor.outcome(now, Determinant.Probe.class, false, "a Probe of any source");
    if (recorded instanceof Determinant.Probe probe) {
      return repeat(probe);
    }
    states.requireNewOutcome(now, "a Probe of any source");
    Arrival.Message found = await(source, context, tag);
    recorder.record(new Determinant.Probe(now, found.source(), found.sequence()));
    return found;
  }

  Arrival.Message iprobe(int source, int context, int tag) {
    long now = clock.tick();
    Determinant recorded = cursor.outcome(now, Determinant.Probe.class, true, "an Iprobe");
    if (recorded instanceof Determinant.Probe probe) {
      return repeat(probe);
    }
    if (recorded != null) {
      states.advance();
      return null;
    }
    states.requireNewOutcome(now, "an Iprobe");
    progress.poll();
    Arrival.Message found = matching.probe(source, context, tag);
    if (found == null) {
      recorder.notYet(now);
    } else {
      recorder.record(new Determinant.Probe(now, found.source(), found.sequence()));
    }
    return found;
  }

  private Arrival.Message await(int source, int context, int tag) {
    Arrival.Message found = matching.probe(source, context, tag);
    while (found == null) {
      if (!progress.poll()) {
        if (matching.probeWaitsForHeld(source, context, tag)) {
          states.requireNewOutcome(clock.now(), "a Probe");
        }
        progress.await();
      }
      found = matching.probe(source, context, tag);
    }
    return found;
  }

  /** Blocks until the recorded message is there. */
  private Arrival.Message repeat(Determinant.Probe probe) {
    Arrival.Message found = matching.unexpected(probe.source(), probe.sequence());
    while (found == null) {
      if (!progress.poll()) {
        progress.await();
      }
      found = matching.unexpected(probe.source(), probe.sequence());
    }
    states.advance();
    return found;
  }
}
