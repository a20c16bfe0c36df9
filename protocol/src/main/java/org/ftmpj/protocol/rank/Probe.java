package org.ftmpj.protocol.rank;

import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.MessageSnapshot;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.match.AwaitedMessage;
import org.ftmpj.protocol.match.Receive;
import org.ftmpj.protocol.report.Awaited;
import org.ftmpj.protocol.report.OperationHistory;
import org.ftmpj.protocol.thread.Attempt;

/** A probe or iprobe: it finds a message without receiving it (protocol rule FORCED_PROBE). */
final class Probe extends Operation implements Awaited {
  private final boolean waits;
  private int source;
  private int context;
  private int tag;

  /** Whether there is only one possible outcome. */
  private boolean determined;

  private Determinant recorded;

  /**
   * The message that it found in an earlier incarnation; null if it found none or has no record.
   */
  private AwaitedMessage repeated;

  private Arrival.Message found;

  /**
   * The known part of the outcome.
   *
   * @param determined whether there is only one possible outcome @param recorded null if it has no
   *     record
   * @param message the message that it has found, or its recorded message if that has arrived; else
   *     null
   */
  record Seen(boolean determined, Determinant recorded, MessageSnapshot message) implements Known {}

  /**
   * @param waits whether it is done only when it has found a message
   */
  Probe(RankCore core, boolean waits) {
    super(core);
    this.waits = waits;
  }

  /** See {@link RankSession#probe}. */
  Probe of(int fromSource, int inContext, int withTag) {
    source = fromSource;
    context = inContext;
    tag = withTag;
    return this;
  }

  @Override
  void start() {
    core.operations.next(
        waits ? OperationHistory.Kind.PROBE : OperationHistory.Kind.IPROBE, source, context, tag);
    long now = tick();
    // With several threads, another one may receive the message before or after it is found.
    determined = waits && source != Receive.ANY_SOURCE && !core.threads.areActive();
    begin(determined ? null : core.cursor.outcome(now, Determinant.Probe.class, !waits, what()));
  }

  private void begin(Determinant outcome) {
    found = null;
    recorded = outcome;
    if (recorded instanceof Determinant.Probe probe) {
      // Another thread may receive it before this one sees it, but not before this operation has
      // begun.
      repeated = core.matching.awaitMessage(probe.source(), probe.sequence());
    } else {
      repeated = null;
    }
  }

  @Override
  Attempt proceed() {
    if (recorded == null) {
      return find();
    }
    if (repeated != null) {
      if (repeated.found() == null) {
        core.arrivals.poll();
      }
      if (repeated.found() == null) {
        return Attempt.NOTHING_ARRIVED;
      }
      found = repeated.found();
    }
    core.states.advance();
    return Attempt.DONE;
  }

  private Attempt find() {
    if (!determined && isBarred()) {
      return barred();
    }
    Arrival.Message message = waits ? core.matching.probe(source, context, tag) : null;
    if (message == null) {
      core.arrivals.poll();
      message = core.matching.probe(source, context, tag);
    }
    if (message == null) {
      return foundNothing();
    }
    if (!determined) {
      core.recorder.recordProbe(clock(), message.source(), message.sequence());
    }
    // With several threads, another one may receive it at once.
    found = core.threads.areActive() ? message.copy() : message;
    return Attempt.DONE;
  }

  private Attempt foundNothing() {
    if (!waits) {
      failedPolls(core.recorder.notYet(clock()));
      return Attempt.DONE;
    }
    if (core.states.isRecording() || !core.matching.probeWaitsForDeferred(source, context, tag)) {
      return Attempt.NOTHING_ARRIVED;
    }
    // A wait for a deferred wildcard is a wait for a lost outcome, unless the rank is live now.
    return isBarred() ? barred() : find();
  }

  /** Returns the pending probe. It is not determined, since there are several threads. */
  @Override
  PendingOperations.Left left() {
    return recorded == null
        ? PendingOperations.Left.in(PendingOperation.Kind.PROBE, clock())
        : null;
  }

  @Override
  PendingOperation.Kind leftKind() {
    return PendingOperation.Kind.PROBE;
  }

  @Override
  void takeUp(PendingOperations.Left left) {
    determined = false;
    begin(left.recorded());
  }

  @Override
  Known known() {
    Arrival.Message message = repeated == null ? found : repeated.found();
    return new Seen(determined, recorded, message == null ? null : MessageSnapshot.of(message));
  }

  @Override
  void restore(Known known) {
    Seen seen = (Seen) known;
    determined = seen.determined();
    recorded = seen.recorded();
    found = seen.message() == null ? null : seen.message().message();
    repeated = null;
    if (recorded instanceof Determinant.Probe probe) {
      repeated =
          found == null
              ? core.matching.awaitMessage(probe.source(), probe.sequence())
              : AwaitedMessage.of(found);
    }
  }

  /** The message that it has found, once it is done; null if there is none. */
  Arrival.Message found() {
    return found;
  }

  @Override
  Awaited awaited() {
    return repeated == null ? this : repeated;
  }

  @Override
  public String peers(boolean tags) {
    return Awaited.from(source, tag, tags);
  }

  @Override
  String what() {
    return waits ? "a Probe" : "an Iprobe";
  }

  @Override
  void clear() {
    found = null;
    repeated = null;
    recorded = null;
  }

  @Override
  public String toString() {
    return what() + "(clock " + clock() + ", source " + source + ", tag " + tag + ")";
  }
}
