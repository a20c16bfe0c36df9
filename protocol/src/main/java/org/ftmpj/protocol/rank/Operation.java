package org.ftmpj.protocol.rank;

import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.replay.OperationClock;
import org.ftmpj.protocol.report.Awaited;
import org.ftmpj.protocol.thread.Attempt;
import org.ftmpj.protocol.thread.EventOrder;
import org.ftmpj.protocol.thread.LogicalThread;

/**
 * One call of the program, from its beginning to its end: its turn among the events of all threads
 * comes, it starts, proceeds until it is done, and what it owes to others goes out. It never waits:
 * its driver attempts it again and again, and is told each time why it cannot go on. {@link Driver}
 * waits for that reason; a simulator may attempt something else meanwhile.
 *
 * <p>The object serves one call after the other. One thread, or all of the program's under the lock
 * of {@link org.ftmpj.protocol.thread.Threads}.
 */
abstract class Operation implements AutoCloseable {

  /** After so many polls in a row that found nothing it is told how far the rank is. */
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
   * Another call begins.
   *
   * @param caller which thread makes it; may be null as long as there is only one
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
   * The state of an operation between two attempts. What the program has called it with is not in
   * it.
   *
   * @param known what it has come to know; null if that is nothing
   */
  record Snapshot(Phase phase, long clock, long failedPolls, Known known) {}

  /** The knowledge of an operation of one kind since it has begun. */
  sealed interface Known
      permits Send.Sent, Post.Posted, Delivery.Found, Probe.Seen, Read.Recorded, Observation.Seen {}

  final Snapshot snapshot() {
    Phase phase = proceeded ? Phase.DONE : begun ? Phase.STARTED : Phase.CALLED;
    return new Snapshot(phase, clock, failedPolls, begun ? known() : null);
  }

  /** Goes on from there; of one that was called with the same. */
  final void restore(Snapshot from) {
    begun = from.phase() != Phase.CALLED;
    proceeded = from.phase() == Phase.DONE;
    clock = from.clock();
    failedPolls = from.failedPolls();
    if (begun) {
      restore(from.known());
    }
  }

  /** Whether it may begin now, which an attempt does. */
  final Attempt mayBegin() {
    return isOrdered() && !core.left.have(thread) ? order.mayEnter(thread) : Attempt.DONE;
  }

  /** Goes on as far as it can without waiting. */
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

  /** Its thread was in it at a checkpoint: it was counted, and has its number. */
  private void takeUp() {
    PendingOperations.Left left = core.left.take(thread, leftKind(), this);
    begun = true;
    clock = left.clock();
    takeUp(left);
  }

  private boolean isOrdered() {
    return order.isActive() && isEvent();
  }

  /** What to throw if the record ends before it is done. */
  final RuntimeException pastRecord() {
    return hasBegun() ? core.states.pastRecord(clock, what()) : order.pastRecord(thread);
  }

  /** How many polls of the program in a row, with this one, have found nothing; 0 if it has. */
  final long failedPolls() {
    return failedPolls;
  }

  /** Sets what is done when the outcome was read. */
  final void onClose(Runnable action) {
    onClose = action;
  }

  /** Ends the operation: its outcome was read, and the object may serve another one. */
  @Override
  public final void close() {
    clear();
    onClose.run();
  }

  // ---------------------------------------------------------------- what each kind says

  /** Whether its order among those of all threads is recorded. */
  boolean isEvent() {
    return true;
  }

  /** Its turn has come: ticks the clock and looks up its record, if it has one. Once. */
  abstract void start();

  /** Goes on until it is done or has to wait. Again and again. */
  abstract Attempt proceed();

  /** What it waits for when {@link Attempt#NOTHING_ARRIVED}. */
  Awaited awaited() {
    throw new IllegalStateException(this + " awaits nothing");
  }

  /** What it is called in a report. */
  String what() {
    return toString();
  }

  /** What it has come to know; null if that is nothing. */
  Known known() {
    return null;
  }

  /** Takes up what it knew. */
  void restore(Known known) {}

  /** Forgets what the program owns. */
  void clear() {}

  /**
   * How it is taken up after a checkpoint at which its thread waits in it; null if it cannot be,
   * because what it waits for is recorded.
   */
  PendingOperations.Left left() {
    throw new IllegalStateException(this + " waits for no message");
  }

  /** The kind of pending operation that this one resumes. */
  PendingOperation.Kind leftKind() {
    return PendingOperation.Kind.WAIT;
  }

  /** Begins as what was left. */
  void takeUp(PendingOperations.Left left) {
    start();
  }

  // ---------------------------------------------------------------- for each kind

  /** Gives it the next number; see {@link OperationClock}. */
  final long tick() {
    clock = core.clock.tick();
    return clock;
  }

  /** It has no number of its own: it comes after the last one that has. */
  final void comeAfterLast() {
    clock = core.clock.now();
  }

  /** Which thread makes it; may be null as long as there is only one. */
  final LogicalThread caller() {
    return thread;
  }

  /** Takes its place after the last operation with a number. */
  final long clock() {
    return clock;
  }

  /** Takes in what has arrived, unless that request is complete already. */
  final Attempt complete(PendingRequest request) {
    if (!request.isComplete()) {
      // The program may have repeated its last output since; the rank that is to complete this
      // request may wait for the match of a wildcard that was held until now.
      core.states.advance();
      core.arrivals.poll();
      if (core.arrivals.waitForHeld(request) && isBarred()) {
        return barred();
      }
    }
    return request.isComplete() ? Attempt.DONE : Attempt.NOTHING_ARRIVED;
  }

  final void failedPolls(long inARow) {
    failedPolls = inARow;
    if (inARow % POLLS_TOLD == 0) {
      // Else a rank that polls would look as if it got no farther.
      core.interconnect.progress(clock);
    }
  }

  /** Whether it has to wait before it may have an outcome that no determinant holds. */
  final boolean isBarred() {
    return core.states.barsNewOutcome(clock, what());
  }

  /** Why, if it is. */
  final Attempt barred() {
    return core.states.isAtRecordEnd() ? Attempt.RECORD_ENDED : Attempt.NOT_LIVE;
  }
}
