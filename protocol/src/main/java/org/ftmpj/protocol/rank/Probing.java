package org.ftmpj.protocol.rank;

import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.thread.Threads;

/**
 * Probes: what a rank learns of a message without receiving it (protocol rule FORCED_PROBE). One
 * thread.
 */
final class Probing {
  static final String IPROBE = "an Iprobe";
  private static final String PROBE = "a Probe";

  private final OperationClock clock;
  private final ReplayCursor cursor;
  private final Recorder recorder;
  private final RankStates states;
  private final Progress progress;
  private final Matching matching;
  private final Threads threads;

  Probing(
      OperationClock clock,
      ReplayCursor cursor,
      Recorder recorder,
      RankStates states,
      Progress progress,
      Matching matching,
      Threads threads) {
    this.clock = clock;
    this.cursor = cursor;
    this.recorder = recorder;
    this.states = states;
    this.progress = progress;
    this.matching = matching;
    this.threads = threads;
  }

  Arrival.Message probe(int source, int context, int tag) {
    Determinant.Probe recorded = beginProbe(source);
    long now = clock.now(); // Other threads may begin operations while this one waits.
    if (recorded != null) {
      return repeated(recorded);
    }
    if (!isDetermined(source)) {
      states.requireNewOutcome(now, PROBE);
    }
    Arrival.Message found;
    while ((found = attempt(now, source, context, tag)) == null) {
      if (waitsForHeld(source, context, tag)) {
        states.requireNewOutcome(now, PROBE);
      } else {
        progress.awaitProbed(now, source, tag);
      }
    }
    return found;
  }

  Arrival.Message iprobe(int source, int context, int tag) {
    Determinant recorded = beginIprobe();
    long now = clock.now();
    if (recorded instanceof Determinant.Probe probe) {
      return repeated(probe);
    }
    if (recorded != null) {
      return null;
    }
    states.requireNewOutcome(now, IPROBE);
    return iprobeNow(now, source, context, tag);
  }

  private Arrival.Message repeated(Determinant.Probe probe) {
    Sought sought = seek(probe);
    Arrival.Message found;
    while ((found = repeat(sought)) == null) {
      progress.await(sought);
    }
    return found;
  }

  /** Begins a probe. Returns its outcome in an earlier incarnation; null if it is open. */
  Determinant.Probe beginProbe(int source) {
    long now = clock.tick();
    return isDetermined(source)
        ? null
        : (Determinant.Probe) cursor.outcome(now, Determinant.Probe.class, false, PROBE);
  }

  /**
   * What a probe that has begun at that clock, and whose outcome is open, finds with what has
   * arrived; null if it has to go on. Does not wait.
   */
  Arrival.Message attempt(long now, int source, int context, int tag) {
    if (!isDetermined(source) && states.barsNewOutcome(now, PROBE)) {
      return null;
    }
    Arrival.Message found = matching.probe(source, context, tag);
    if (found == null) {
      progress.poll();
      found = matching.probe(source, context, tag);
    }
    if (found == null) {
      if (waitsForHeld(source, context, tag)) {
        states.barsNewOutcome(now, PROBE);
      }
    } else if (!isDetermined(source)) {
      recorder.recordProbe(now, found.source(), found.sequence());
    }
    return found;
  }

  private boolean waitsForHeld(int source, int context, int tag) {
    return !states.isRecording() && matching.probeWaitsForHeld(source, context, tag);
  }

  /** With several threads, another one may receive what is found, sooner or later. */
  private boolean isDetermined(int source) {
    return source != Receive.ANY_SOURCE && !threads.areActive();
  }

  /**
   * Begins an iprobe. Returns its outcome in an earlier incarnation: a {@link Determinant.Probe} to
   * {@link #seek}, or a {@link Determinant.NotYet}; null if it is open.
   */
  Determinant beginIprobe() {
    long now = clock.tick();
    Determinant recorded = cursor.outcome(now, Determinant.Probe.class, true, IPROBE);
    if (recorded instanceof Determinant.NotYet) {
      states.advance();
    }
    return recorded;
  }

  /**
   * What an iprobe whose outcome is open finds; null if it finds nothing. To be called when a new
   * outcome is permitted.
   */
  Arrival.Message iprobeNow(long now, int source, int context, int tag) {
    progress.poll();
    Arrival.Message found = matching.probe(source, context, tag);
    if (found == null) {
      progress.rest(recorder.notYet(now));
    } else {
      recorder.recordProbe(now, found.source(), found.sequence());
    }
    return found;
  }

  /**
   * Looks for the recorded message. With several threads another one may receive it before this one
   * sees it; but not before this operation has begun.
   */
  Sought seek(Determinant.Probe probe) {
    return matching.seek(probe.source(), probe.sequence());
  }

  /** The recorded message, once it is there; null before. Does not wait. */
  Arrival.Message repeat(Sought sought) {
    if (sought.found() == null) {
      progress.poll();
    }
    if (sought.found() != null) {
      states.advance();
    }
    return sought.found();
  }
}
