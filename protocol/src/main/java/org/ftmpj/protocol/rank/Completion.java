package org.ftmpj.protocol.rank;

import java.util.function.BooleanSupplier;
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
  private static final Operation[] NO_OPERATIONS = {};

  private final OperationClock clock;
  private final ReplayCursor cursor;
  private final Recorder recorder;
  private final RankStates states;
  private final Progress progress;

  /** One that is over; null if it is in use. */
  private Delivery spare;

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
      progress.await(operation, clock.now());
    }
  }

  /** Whether the operation is complete, with what has arrived. Does not wait. */
  boolean attempt(Operation operation) {
    return progress.attempt(operation, clock.now());
  }

  /** Waits until a delivery that has begun is done. */
  void await(Delivery delivery) {
    if (delivery.isOpen()) {
      states.requireNewOutcome(delivery.clock(), delivery.what());
    }
    while (!attempt(delivery)) {
      if (delivery.isOpen()) {
        progress.await(delivery);
      } else {
        progress.await(delivery.firstMissing(), delivery.clock());
      }
    }
  }

  /**
   * Takes in what has arrived, unless the delivery is done already. Does not wait.
   *
   * @return whether it is done now
   */
  boolean attempt(Delivery delivery) {
    if (!delivery.isDone()) {
      if (!delivery.isOpen()) {
        expect(delivery);
      } else if (!states.barsNewOutcome(delivery.clock(), delivery.what())) {
        progress.poll();
        find(delivery);
      }
    }
    return delivery.isDone();
  }

  Delivery beginAwaitAny(Operation[] operations) {
    int sure = firstCompletedSend(operations);
    if (sure >= 0) {
      return take().done(operations).add(sure);
    }
    if (active(operations) <= 1) {
      return beginAwaitOnly(operations);
    }
    return begin(operations, "a Waitany", true, Completion::addFirst);
  }

  Delivery beginAwaitSome(Operation[] operations) {
    if (active(operations) <= 1) {
      return beginAwaitOnly(operations);
    }
    if (isDetermined(operations)) {
      return allOf(operations);
    }
    return begin(operations, "a Waitsome", true, Completion::addAll);
  }

  Delivery beginTestAny(Operation[] operations) {
    int sure = firstCompletedSend(operations);
    if (sure >= 0) {
      return take().done(operations).add(sure);
    }
    if (active(operations) == 0) {
      return take().done(operations);
    }
    return begin(operations, "a Testany", false, Completion::addFirst);
  }

  Delivery beginTestSome(Operation[] operations) {
    if (isDetermined(operations)) {
      return allOf(operations);
    }
    return begin(operations, "a Testsome", false, Completion::addAll);
  }

  /** Nothing comes out, or all that are active. */
  Delivery beginTestAll(Operation[] operations) {
    if (isDetermined(operations)) {
      return allOf(operations);
    }
    return begin(operations, "a Test or Testall", false, Completion::addAllOrNone);
  }

  private Delivery begin(
      Operation[] operations, String what, boolean waits, Delivery.Finder finder) {
    long now = clock.tick();
    Determinant recorded = cursor.outcome(now, Determinant.Deliver.class, !waits, what);
    if (recorded instanceof Determinant.Deliver deliver) {
      requireActive(operations, deliver, now);
      Delivery delivery = take().expecting(operations, now);
      for (int index : deliver.completed()) {
        delivery.add(index);
      }
      return delivery;
    }
    if (recorded != null) {
      states.advance();
      return take().done(operations);
    }
    return take().open(operations, now, what, finder, waits);
  }

  /** No event: there is at most one request to wait for. */
  private Delivery beginAwaitOnly(Operation[] operations) {
    int only = firstActive(operations);
    return only < 0 ? take().done(operations) : take().expecting(operations, clock.now()).add(only);
  }

  /** All that are active are complete. */
  private Delivery allOf(Operation[] operations) {
    Delivery delivery = take().done(operations);
    addAll(delivery);
    return delivery;
  }

  private Delivery take() {
    Delivery taken = spare == null ? new Delivery() : spare;
    spare = null;
    return taken;
  }

  /** The delivery is over; nobody looks at it any more. */
  void free(Delivery delivery) {
    spare = delivery.done(NO_OPERATIONS);
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
      recorder.recordDelivery(now, NONE, 0);
    } else {
      recorder.notYet(now);
    }
    return is;
  }

  private void find(Delivery delivery) {
    delivery.find();
    if (delivery.count() > 0) {
      recorder.recordDelivery(delivery.clock(), delivery.indices(), delivery.count());
      delivery.complete();
    } else if (!delivery.waits()) {
      progress.rest(recorder.notYet(delivery.clock()));
      delivery.complete();
    }
  }

  /**
   * Replay waits for exactly the recorded requests and returns them in the recorded order (protocol
   * rule FORCED_DELIVERY).
   */
  private void expect(Delivery delivery) {
    for (int i = 0; i < delivery.count(); i++) {
      if (!progress.attempt(delivery.operations()[delivery.indices()[i]], delivery.clock())) {
        return;
      }
    }
    delivery.complete();
    states.advance();
  }

  private void requireActive(Operation[] operations, Determinant.Deliver deliver, long now) {
    for (int index : deliver.completed()) {
      if (index >= operations.length || operations[index] == null) {
        throw cursor.diverged(now, "completes request " + index + ", which is not active", deliver);
      }
    }
  }

  private static void addFirst(Delivery delivery) {
    Operation[] operations = delivery.operations();
    for (int i = 0; i < operations.length; i++) {
      if (operations[i] != null && operations[i].isComplete()) {
        delivery.add(i);
        return;
      }
    }
  }

  private static void addAll(Delivery delivery) {
    Operation[] operations = delivery.operations();
    for (int i = 0; i < operations.length; i++) {
      if (operations[i] != null && operations[i].isComplete()) {
        delivery.add(i);
      }
    }
  }

  private static void addAllOrNone(Delivery delivery) {
    addAll(delivery);
    if (!delivery.isOfAll()) {
      delivery.clear();
    }
  }

  private static int firstCompletedSend(Operation[] operations) {
    for (int i = 0; i < operations.length; i++) {
      if (operations[i] == Operation.COMPLETED_SEND) {
        return i;
      }
    }
    return -1;
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
