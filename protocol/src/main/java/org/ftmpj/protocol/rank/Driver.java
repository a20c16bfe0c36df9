package org.ftmpj.protocol.rank;

import org.ftmpj.protocol.channel.ArrivalWaits;
import org.ftmpj.protocol.report.WaitReports;
import org.ftmpj.protocol.thread.Attempt;
import org.ftmpj.protocol.thread.Parking;
import org.ftmpj.protocol.thread.RankWaits;
import org.ftmpj.protocol.thread.Threads;

/**
 * Drives operations in the calling thread: attempts an operation again and again until it is done,
 * and in between waits for the reason that the operation gives. Any thread of the program, with the
 * lock of {@link Threads}; releases the lock during waits in which others can go on.
 */
final class Driver {
  private final RankCore core;
  private final Threads threads;
  private final RankWaits waits;
  private final Parking parking;
  private final WaitReports longWaits;
  private final boolean verifying;
  private final ArrivalWaits arrivals;
  private final Runnable atTheDoorbell;
  private final Runnable ring;

  /**
   * @param verifying whether everything that ever arrives has arrived already
   */
  Driver(RankCore core, WaitReports longWaits, boolean verifying) {
    this.core = core;
    this.threads = core.threads;
    this.waits = core.threads.waits();
    this.parking = core.threads.parking();
    this.longWaits = longWaits;
    this.verifying = verifying;
    this.arrivals = core.interconnect;
    this.atTheDoorbell = arrivals::awaitArrivals;
    this.ring = arrivals::wake;
  }

  /** Runs an operation and returns it when it is done. */
  <O extends Operation> O run(O operation) {
    Attempt attempt = operation.attempt();
    if (parking.putsUp()) {
      parking.tookUp();
    }
    while (attempt != Attempt.DONE) {
      await(attempt, operation);
      attempt = operation.attempt();
    }
    if (parking.asks()) {
      parking.goesOn();
    }
    if (operation.failedPolls() > 0) {
      rest(operation.failedPolls());
    }
    return operation;
  }

  /** Waits until the reason may have gone. */
  private void await(Attempt reason, Operation operation) {
    if (reason != Attempt.GATE_CLOSED && threads.isToStop()) {
      parking.goesOn();
      threads.requireNotStopped();
    }
    switch (reason) {
      case GATE_CLOSED:
        core.gate.await();
        break;
      case NOTHING_ARRIVED:
        awaitArrivals(operation);
        break;
      case NOT_ITS_TURN:
        threads.awaitTurn();
        break;
      case NOT_LIVE:
        waits.awaitLive();
        break;
      case RECORD_ENDED:
        waits.awaitOthers();
        throw operation.pastRecord();
      default:
        throw new IllegalStateException(operation + ": " + reason);
    }
  }

  private void awaitArrivals(Operation operation) {
    if (parking.asks()) {
      leaveIfAsked(operation);
    }
    if (longWaits.areRequested()) {
      longWaits.answer(operation.awaited());
    }
    if (verifying && threads.areActive()) {
      if (!waits.awaitAnother()) {
        arrivals.awaitArrivals();
      }
    } else {
      waits.awaitArrivals(atTheDoorbell, ring);
    }
  }

  /** Ends the operation if a checkpoint is about to be taken; the thread resumes it later. */
  private void leaveIfAsked(Operation operation) {
    PendingOperations.Left left = operation.left();
    Error unwinding = parking.answer(left != null);
    if (unwinding != null) {
      core.left.add(threads.self(), left);
      throw unwinding;
    }
  }

  /** May rest after so many polls of the program in a row have found nothing. */
  private void rest(long failedPolls) {
    if (threads.areActive()) {
      waits.unlocked(() -> arrivals.rest(failedPolls));
    } else {
      arrivals.rest(failedPolls);
    }
  }
}
