package org.ftmpj.protocol.rank;

import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.thread.Threads;

/** Probes: what a rank learns of a message without receiving it (protocol rule 7). One thread. */
final class Probing {
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
    long now = clock.now() + 1; // Other threads may begin operations before this one is open.
    Determinant.Probe recorded = beginProbe(source);
    if (recorded != null) {
      return repeated(recorded);
    }
    Arrival.Message found;
    while ((found = attempt(now, source, context, tag)) == null) {
      progress.await();
    }
    return found;
  }

  Arrival.Message iprobe(int source, int context, int tag) {
    long now = clock.now() + 1;
    Determinant recorded = beginIprobe();
    if (recorded instanceof Determinant.Probe probe) {
      return repeated(probe);
    }
    return recorded == null ? iprobeNow(now, source, context, tag) : null;
  }

  /**
   * Waits for the recorded message. With several threads another one may receive it before this one
   * looks; but not before this operation has begun.
   */
  private Arrival.Message repeated(Determinant.Probe probe) {
    Matching.Sought sought = matching.seek(probe.source(), probe.sequence());
    while (sought.found() == null) {
      if (!progress.poll()) {
        progress.await();
      }
    }
    states.advance();
    return sought.found();
  }

  /** Begins a probe. Returns its outcome in an earlier incarnation; null if it is open. */
  Determinant.Probe beginProbe(int source) {
    long now = clock.tick();
    if (isDetermined(source)) {
      return null;
    }
    String what = "a Probe";
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
    return recorded == null ? attempt(clock.now(), source, context, tag) : repeat(recorded);
  }

  private Arrival.Message attempt(long now, int source, int context, int tag) {
    Arrival.Message found = matching.probe(source, context, tag);
    if (found == null) {
      progress.poll();
      found = matching.probe(source, context, tag);
    }
    if (found == null) {
      if (matching.probeWaitsForHeld(source, context, tag)) {
        states.requireNewOutcome(now, "a Probe");
      }
    } else if (!isDetermined(source)) {
      recorder.recordProbe(now, found.source(), found.sequence());
    }
    return found;
  }

  /** With several threads, another one may receive what is found, sooner or later. */
  private boolean isDetermined(int source) {
    return source != Receive.ANY_SOURCE && !threads.areActive();
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
    return iprobeNow(clock.now(), source, context, tag);
  }

  private Arrival.Message iprobeNow(long now, int source, int context, int tag) {
    progress.poll();
    Arrival.Message found = matching.probe(source, context, tag);
    if (found == null) {
      progress.rest(recorder.notYet(now));
    } else {
      recorder.recordProbe(now, found.source(), found.sequence());
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
