package org.ftmpj.protocol.rank;

import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.replay.OperationClock;
import org.ftmpj.protocol.report.Awaited;
import org.ftmpj.protocol.thread.Attempt;
import org.ftmpj.protocol.thread.EventOrder;
import org.ftmpj.protocol.thread.LogicalThread;

/**
 * One call of the program, from beginning to end. Its turn among the events of all threads comes;
 * it starts, proceeds until it is done, and then the matched marks that the rank owes go out. It
 * never waits: its driver attempts it again and again, and each attempt returns the reason why it
 * cannot go on. {@link Driver} waits for that reason; a simulator may attempt something else
 * meanwhile.
 *
 * <p>An object serves one call after the other. One thread, or all of the program's under the lock
 * of {@link org.ftmpj.protocol.thread.Threads}.
 */
abstract class Operation implements AutoCloseable {

  /** After so many polls in a row that found nothing, the rank publishes its progress. */
  private static final int POLLS_TOLD = 64;

  /** The phase of an operation. */
  enum Phase {
    CALLED,
    STARTED,
    DONE
  }

  final RankCore core;
  private final EventOrder order;
  private LogicalThread thread;
  private Runnable onClose;
  private boolean begun;
  private boolean proceeded;
  private long clock;
  private long failedPolls;

  Operation(RankCore core) {
    this.core = core;
    this.order = core.threads.order();
  }

  // ---------------------------------------------------------------- for its driver

  /**
   * Begins another call.
   *
   * @param caller the calling thread; may be null as long as there is only one
   */
  final void call(LogicalThread caller) {
    if (thread != caller) {
      thread = caller;
    }
    begun = false;
    proceeded = false;
    clock = 0;
    failedPolls = 0;
  }

  /** Whether its turn has come. */
  final boolean hasBegun() {
    return begun;
  }

  /**
   * The state of an operation between two attempts, without the arguments of the call.
   *
   * @param known the known part of the outcome; null if nothing is known
   */
  record Snapshot(Phase phase, long clock, long failedPolls, Known known) {}

  /** The part of an operation's outcome that is known so far. */
  sealed interface Known
      permits Send.Sent, Post.Posted, Delivery.Found, Probe.Seen, Read.Recorded, Observation.Seen {}

  final Snapshot snapshot() {
    Phase phase = proceeded ? Phase.DONE : begun ? Phase.STARTED : Phase.CALLED;
    return new Snapshot(phase, clock, failedPolls, begun ? known() : null);
  }

  /** Restores the state of an operation that was called with the same arguments. */
  final void restore(Snapshot from) {
    begun = from.phase() != Phase.CALLED;
    proceeded = from.phase() == Phase.DONE;
    clock = from.clock();
    failedPolls = from.failedPolls();
    if (begun) {
      restore(from.known());
    }
  }

  /** Whether the next attempt may begin the operation. */
  final Attempt mayBegin() {
    return isOrdered() && !core.left.have(thread) ? order.mayEnter(thread) : Attempt.DONE;
  }

  /** Proceeds as far as possible without waiting. */
  final Attempt attempt() {
    if (!begun) {
      if (core.left.have(thread)) {
        takeUp();
      } else {
        if (isOrdered()) {
          thread.requireNotStopped();
          Attempt may = order.mayEnter(thread);
          if (may != Attempt.DONE) {
            return may;
          }
          order.count(thread);
        }
        begun = true;
        start();
      }
    }
    if (!proceeded) {
      Attempt attempt = proceed();
      // A sender may wait for the marks that are owed, and this rank for that sender.
      while (attempt != Attempt.DONE && core.marks.areOwed()) {
        if (!core.marks.tryPublish()) {
          return Attempt.GATE_CLOSED;
        }
        attempt = proceed();
      }
      if (attempt != Attempt.DONE) {
        return attempt;
      }
      proceeded = true;
    }
    if (!core.marks.tryPublish()) {
      return Attempt.GATE_CLOSED;
    }
    if (order.isActive()) {
      order.settle();
    }
    return Attempt.DONE;
  }

  /**
   * Resumes an operation that its thread was in at a checkpoint: it was counted, and has its
   * number.
   */
  private void takeUp() {
    PendingOperations.Left left = core.left.take(thread, leftKind(), this);
    begun = true;
    clock = left.clock();
    takeUp(left);
  }

  private boolean isOrdered() {
    return order.isActive() && isEvent();
  }

  /** The exception for a record that ends before the operation is done. */
  final RuntimeException pastRecord() {
    return hasBegun() ? core.states.pastRecord(clock, what()) : order.pastRecord(thread);
  }

  /**
   * The number of polls of the program in a row, including this one, that have found nothing; 0 if
   * this one has found something.
   */
  final long failedPolls() {
    return failedPolls;
  }

  /** Sets the action for when the outcome was read. */
  final void onClose(Runnable action) {
    onClose = action;
  }

  /** Ends the operation: its outcome was read, and the object may serve another one. */
  @Override
  public final void close() {
    clear();
    onClose.run();
  }

  // ---------------------------------------------------------------- what each kind defines

  /** Whether its order among those of all threads is recorded. */
  boolean isEvent() {
    return true;
  }

  /**
   * Ticks the clock and looks up the record, if there is one. Called once, when its turn has come.
   */
  abstract void start();

  /** Proceeds until it is done or has to wait. Called again and again. */
  abstract Attempt proceed();

  /** The object of its wait after {@link Attempt#NOTHING_ARRIVED}. */
  Awaited awaited() {
    throw new IllegalStateException(this + " awaits nothing");
  }

  /** Its name in a report. */
  String what() {
    return toString();
  }

  /** The known part of the outcome; null if nothing is known. */
  Known known() {
    return null;
  }

  /** Restores the known part of the outcome. */
  void restore(Known known) {}

  /** Drops references to objects of the program. */
  void clear() {}

  /**
   * The form in which a checkpoint has this operation when its thread waits in it; null if that is
   * impossible because the outcome is recorded.
   */
  PendingOperations.Left left() {
    throw new IllegalStateException(this + " waits for no message");
  }

  /** The kind of pending operation that this one resumes. */
  PendingOperation.Kind leftKind() {
    return PendingOperation.Kind.WAIT;
  }

  /** Resumes a pending operation. */
  void takeUp(PendingOperations.Left left) {
    start();
  }

  // ---------------------------------------------------------------- for the kinds

  /** Gives the operation the next number, see {@link OperationClock}. */
  final long tick() {
    clock = core.clock.tick();
    return clock;
  }

  /** Places an operation without a number of its own after the last one that has a number. */
  final void comeAfterLast() {
    clock = core.clock.now();
  }

  /** The calling thread; may be null as long as there is only one. */
  final LogicalThread caller() {
    return thread;
  }

  /** The operation's number, or that of the last operation before it. */
  final long clock() {
    return clock;
  }

  /** Takes in arrivals unless the request is complete already. */
  final Attempt complete(PendingRequest request) {
    if (!request.isComplete()) {
      // The program may have repeated its last output since; the rank that is to complete this
      // request may wait for the match of a wildcard that was deferred until now.
      core.states.advance();
      core.arrivals.poll();
      if (core.arrivals.waitsForDeferred(request) && isBarred()) {
        return barred();
      }
    }
    return request.isComplete() ? Attempt.DONE : Attempt.NOTHING_ARRIVED;
  }

  final void failedPolls(long inARow) {
    failedPolls = inARow;
    if (inARow % POLLS_TOLD == 0) {
      // Otherwise a polling rank would look as if it made no progress.
      core.interconnect.progress(clock);
    }
  }

  /** Whether it has to wait before it may have an outcome without a determinant. */
  final boolean isBarred() {
    return core.states.barsNewOutcome(clock, what());
  }

  /** The reason to wait, if it is barred. */
  final Attempt barred() {
    return core.states.isAtRecordEnd() ? Attempt.RECORD_ENDED : Attempt.NOT_LIVE;
  }
}
