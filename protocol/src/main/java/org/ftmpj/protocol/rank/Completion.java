package org.ftmpj.protocol.rank;

import java.util.Arrays;
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
    progress.await(operation, clock.now());
  }

  int awaitAny(Operation[] operations) {
    int sure = firstCompletedSend(operations);
    if (sure >= 0) {
      return sure;
    }
    int active = active(operations);
    if (active <= 1) {
      int only = firstActive(operations);
      if (only >= 0) {
        await(operations[only]);
      }
      return only;
    }
    long now = clock.tick();
    int[] recorded = recordedDelivery(operations, now, "a Waitany");
    if (recorded != null) {
      return recorded[0];
    }
    int found;
    while ((found = firstComplete(operations)) < 0) {
      pollOrWait();
    }
    recorder.record(new Determinant.Deliver(now, new int[] {found}));
    return found;
  }

  int[] awaitSome(Operation[] operations) {
    int active = active(operations);
    if (active == 0) {
      return NONE;
    }
    if (active == 1) {
      int only = firstActive(operations);
      await(operations[only]);
      return new int[] {only};
    }
    if (isDetermined(operations)) {
      return complete(operations);
    }
    long now = clock.tick();
    int[] recorded = recordedDelivery(operations, now, "a Waitsome");
    if (recorded != null) {
      return recorded;
    }
    progress.poll();
    int[] found;
    while ((found = complete(operations)).length == 0) {
      pollOrWait();
    }
    recorder.record(new Determinant.Deliver(now, found));
    return found;
  }

  int testAny(Operation[] operations) {
    int sure = firstCompletedSend(operations);
    if (sure >= 0 || active(operations) == 0) {
      return sure;
    }
    int[] found = test(operations, "a Testany", this::firstOfComplete);
    return found.length == 0 ? -1 : found[0];
  }

  int[] testSome(Operation[] operations) {
    if (isDetermined(operations)) {
      return complete(operations);
    }
    return test(operations, "a Testsome", Completion::complete);
  }

  boolean testAll(Operation[] operations) {
    if (isDetermined(operations)) {
      return true;
    }
    return test(operations, "a Test or Testall", Completion::allOrNone).length > 0;
  }

  private interface Finder {
    int[] find(Operation[] operations);
  }

  private int[] test(Operation[] operations, String what, Finder finder) {
    long now = clock.tick();
    Determinant recorded = cursor.outcome(now, Determinant.Deliver.class, true, what);
    if (recorded instanceof Determinant.Deliver deliver) {
      return repeat(operations, deliver, now);
    }
    if (recorded != null) {
      states.advance();
      return NONE;
    }
    states.requireNewOutcome(now, what);
    progress.poll();
    int[] found = finder.find(operations);
    if (found.length == 0) {
      recorder.notYet(now);
    } else {
      recorder.record(new Determinant.Deliver(now, found));
    }
    return found;
  }

  private int[] recordedDelivery(Operation[] operations, long now, String what) {
    Determinant recorded = cursor.outcome(now, Determinant.Deliver.class, false, what);
    if (recorded instanceof Determinant.Deliver deliver) {
      return repeat(operations, deliver, now);
    }
    states.requireNewOutcome(now, what);
    return null;
  }

  /**
   * Replay waits for exactly the recorded requests and returns them in the recorded order (protocol
   * rule 6).
   */
  private int[] repeat(Operation[] operations, Determinant.Deliver deliver, long now) {
    for (int index : deliver.completed()) {
      if (index >= operations.length || operations[index] == null) {
        throw cursor.diverged(now, "completes request " + index + ", which is not active", deliver);
      }
      progress.await(operations[index], now);
    }
    states.advance();
    return deliver.completed();
  }

  private void pollOrWait() {
    if (!progress.poll()) {
      progress.await();
    }
  }

  private int[] firstOfComplete(Operation[] operations) {
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

  private static int active(Operation[] operations) {
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
