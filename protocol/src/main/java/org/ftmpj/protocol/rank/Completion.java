package org.ftmpj.protocol.rank;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.ftmpj.protocol.event.Determinant;

/**
 * The delivery events (paper, section 2.3): which requests a wait or a test finds complete. What
 * cannot come out in two ways is no event: waiting for one request, and finding a send complete
 * that was complete when it returned.
 *
 * <p>One thread.
 */
final class Completion {
  private static final int[] NONE = {};

  private final OperationClock clock;
  private final ReplayCursor cursor;
  private final Recorder recorder;
  private final RankStates states;
  private final Progress progress;

  Completion(
      OperationClock clock,
      ReplayCursor cursor,
      Recorder recorder,
      RankStates states,
      Progress progress) {
    this.clock = clock;
    this.cursor = cursor;
    this.recorder = recorder;
    this.states = states;
    this.progress = progress;
  }

  void await(Operation operation) {
    while (!attempt(operation)) {
      progress.await();
    }
  }

  /** Whether the operation is complete, with what has arrived. Does not wait. */
  boolean attempt(Operation operation) {
    return progress.attempt(operation, clock.now());
  }

  /** Waits until a delivery that has begun is done. */
  void await(Delivery delivery) {
    while (!attempt(delivery)) {
      progress.await();
    }
  }

  /**
   * Takes in what has arrived, unless the delivery is done already. Does not wait.
   *
   * @return whether it is done now
   */
  boolean attempt(Delivery delivery) {
    if (!delivery.isDone()) {
      if (delivery.expected != null) {
        expect(delivery);
      } else {
        progress.poll();
        find(delivery);
      }
    }
    return delivery.isDone();
  }

  Delivery beginAwaitAny(Operation[] operations) {
    int sure = firstCompletedSend(operations);
    if (sure >= 0) {
      return Delivery.done(operations, sure);
    }
    if (active(operations) <= 1) {
      return beginAwaitOnly(operations);
    }
    return begin(operations, "a Waitany", true, Completion::firstOfComplete);
  }

  Delivery beginAwaitSome(Operation[] operations) {
    if (active(operations) <= 1) {
      return beginAwaitOnly(operations);
    }
    if (isDetermined(operations)) {
      return Delivery.done(operations, complete(operations));
    }
    return begin(operations, "a Waitsome", true, Completion::complete);
  }

  Delivery beginTestAny(Operation[] operations) {
    int sure = firstCompletedSend(operations);
    if (sure >= 0) {
      return Delivery.done(operations, sure);
    }
    if (active(operations) == 0) {
      return Delivery.done(operations);
    }
    return begin(operations, "a Testany", false, Completion::firstOfComplete);
  }

  Delivery beginTestSome(Operation[] operations) {
    if (isDetermined(operations)) {
      return Delivery.done(operations, complete(operations));
    }
    return begin(operations, "a Testsome", false, Completion::complete);
  }

  /** Nothing comes out, or all that are active. */
  Delivery beginTestAll(Operation[] operations) {
    if (isDetermined(operations)) {
      return Delivery.done(operations, complete(operations));
    }
    return begin(operations, "a Test or Testall", false, Completion::allOrNone);
  }

  private Delivery begin(
      Operation[] operations, String what, boolean waits, Delivery.Finder finder) {
    long now = clock.tick();
    Determinant recorded = cursor.outcome(now, Determinant.Deliver.class, !waits, what);
    if (recorded instanceof Determinant.Deliver deliver) {
      requireActive(operations, deliver, now);
      return Delivery.expecting(operations, now, deliver.completed());
    }
    if (recorded != null) {
      states.advance();
      return Delivery.done(operations);
    }
    states.requireNewOutcome(now, what);
    return Delivery.open(operations, now, finder, waits);
  }

  /** No event: there is at most one request to wait for. */
  private Delivery beginAwaitOnly(Operation[] operations) {
    int only = firstActive(operations);
    return only < 0 ? Delivery.done(operations) : Delivery.expecting(operations, clock.now(), only);
  }

  /** Whether something outside of MPI has come to its end: like a test of one request. */
  boolean observe(BooleanSupplier ended) {
    String what = "a look at another thread";
    long now = clock.tick();
    Determinant recorded = cursor.outcome(now, Determinant.Deliver.class, true, what);
    if (recorded != null) {
      states.advance();
      return recorded instanceof Determinant.Deliver;
    }
    states.requireNewOutcome(now, what);
    boolean is = ended.getAsBoolean();
    if (is) {
      recorder.record(new Determinant.Deliver(now, NONE));
    } else {
      recorder.notYet(now);
    }
    return is;
  }

  private void find(Delivery delivery) {
    int[] found = delivery.finder.find(delivery.operations);
    if (found.length > 0) {
      recorder.record(new Determinant.Deliver(delivery.clock, found));
      delivery.complete(found);
    } else if (!delivery.waits) {
      progress.rest(recorder.notYet(delivery.clock));
      delivery.complete(NONE);
    }
  }

  /**
   * Replay waits for exactly the recorded requests and returns them in the recorded order (protocol
   * rule 6).
   */
  private void expect(Delivery delivery) {
    for (int index : delivery.expected) {
      if (!progress.attempt(delivery.operations[index], delivery.clock)) {
        return;
      }
    }
    delivery.complete(delivery.expected);
    states.advance();
  }

  private void requireActive(Operation[] operations, Determinant.Deliver deliver, long now) {
    for (int index : deliver.completed()) {
      if (index >= operations.length || operations[index] == null) {
        throw cursor.diverged(now, "completes request " + index + ", which is not active", deliver);
      }
    }
  }

  private static int[] firstOfComplete(Operation[] operations) {
    int first = firstComplete(operations);
    return first < 0 ? NONE : new int[] {first};
  }

  private static int[] allOrNone(Operation[] operations) {
    int[] complete = complete(operations);
    return complete.length == active(operations) ? complete : NONE;
  }

  private static int[] complete(Operation[] operations) {
    return IntStream.range(0, operations.length)
        .filter(i -> operations[i] != null && operations[i].isComplete())
        .toArray();
  }

  private static int firstComplete(Operation[] operations) {
    for (int i = 0; i < operations.length; i++) {
      if (operations[i] != null && operations[i].isComplete()) {
        return i;
      }
    }
    return -1;
  }

  private static int firstCompletedSend(Operation[] operations) {
    return Arrays.asList(operations).indexOf(Operation.COMPLETED_SEND);
  }

  private static int firstActive(Operation[] operations) {
    for (int i = 0; i < operations.length; i++) {
      if (operations[i] != null) {
        return i;
      }
    }
    return -1;
  }

  static int active(Operation[] operations) {
    int active = 0;
    for (Operation operation : operations) {
      if (operation != null) {
        active++;
      }
    }
    return active;
  }

  /** Whether all that are active were complete when their calls returned. */
  private static boolean isDetermined(Operation[] operations) {
    for (Operation operation : operations) {
      if (operation != null && operation != Operation.COMPLETED_SEND) {
        return false;
      }
    }
    return true;
  }
}
