package org.ftmpj.protocol.rank;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.report.Awaited;
import org.ftmpj.protocol.report.OperationHistory;
import org.ftmpj.protocol.thread.Attempt;

/**
 * A delivery event (paper, section 2.3): which of its requests a wait or a test finds complete. A
 * call with only one possible outcome is no event: a wait for one request, or a test of a send that
 * was complete when its call returned.
 */
final class Delivery extends Operation implements Awaited {
  private static final int PEERS_IN_TEXT = 4;

  /** The program's call. Null requests are inactive. */
  enum Kind {
    WAITANY(OperationHistory.Kind.WAITANY, "a Waitany", true, true),
    WAITSOME(OperationHistory.Kind.WAITSOME, "a Waitsome", true, false),
    TESTANY(OperationHistory.Kind.TESTANY, "a Testany", false, true),
    TESTSOME(OperationHistory.Kind.TESTSOME, "a Testsome", false, false),
    TESTALL(OperationHistory.Kind.TESTALL, "a Test or Testall", false, false),
    TEST(OperationHistory.Kind.TEST, "a Test or Testall", false, false);

    private final OperationHistory.Kind noted;
    private final String text;
    private final boolean waits;
    private final boolean any;

    Kind(OperationHistory.Kind noted, String text, boolean waits, boolean any) {
      this.noted = noted;
      this.text = text;
      this.waits = waits;
      this.any = any;
    }

    /** Whether the call completes either all active requests or none. */
    private boolean isAllOrNone() {
      return this == TESTALL || this == TEST;
    }
  }

  /** The known part of the outcome. */
  enum State {
    /** The outcome is the set of requests that are complete now. */
    OPEN,
    /** The outcome is known, but its requests are not complete yet. */
    EXPECTING,
    DONE
  }

  /** The outcome. */
  record Found(State state, List<Integer> indices) implements Known {}

  private final PendingRequest[] single = new PendingRequest[1];
  private Kind kind;
  private PendingRequest[] requests;
  private State state = State.DONE;

  /** The indices of the requests in the outcome. */
  private int[] indices = new int[4];

  private int count;

  Delivery(RankCore core) {
    super(core);
  }

  /** Sets up a wait for, or a test of, several requests. */
  Delivery of(Kind called, PendingRequest[] several) {
    kind = called;
    requests = several;
    return this;
  }

  /** Sets up a test of one request. */
  Delivery test(PendingRequest request) {
    single[0] = request;
    return of(Kind.TEST, single);
  }

  @Override
  void start() {
    core.operations.next(kind.noted);
    count = 0;
    if (!comesOutInOneWay()) {
      lookUp();
    }
  }

  /** Whether there is only one possible outcome; sets it, or what it expects. */
  private boolean comesOutInOneWay() {
    int sure = kind.any ? indexOf(PendingRequest.COMPLETED_SEND) : -1;
    if (sure >= 0) {
      add(sure);
      state = State.DONE;
      return true;
    }
    if (kind.waits && active() <= 1) {
      addActive();
      comeAfterLast();
      state = count == 0 ? State.DONE : State.EXPECTING;
      return true;
    }
    if (areCompletedSends()) {
      addActive();
      state = State.DONE;
      return true;
    }
    return false;
  }

  private void lookUp() {
    long now = tick();
    settle(core.cursor.outcome(now, Determinant.Deliver.class, !kind.waits, what()));
  }

  private void settle(Determinant recorded) {
    if (recorded == null) {
      state = State.OPEN;
    } else if (recorded instanceof Determinant.Deliver deliver) {
      for (int index : deliver.completed()) {
        requireActive(index, deliver);
        add(index);
      }
      state = State.EXPECTING;
    } else {
      core.states.advance();
      state = State.DONE;
    }
  }

  private void requireActive(int index, Determinant.Deliver deliver) {
    if (index >= requests.length || requests[index] == null) {
      throw core.cursor.diverged(
          clock(), "completes request " + index + ", which is not active", deliver);
    }
  }

  @Override
  Attempt proceed() {
    switch (state) {
      case OPEN:
        return find();
      case EXPECTING:
        return expect();
      default:
        return Attempt.DONE;
    }
  }

  private Attempt find() {
    if (isBarred()) {
      return barred();
    }
    core.arrivals.poll();
    addComplete();
    if (count > 0) {
      core.recorder.recordDelivery(clock(), indices, count);
    } else if (kind.waits) {
      return Attempt.NOTHING_ARRIVED;
    } else {
      failedPolls(core.recorder.notYet(clock()));
    }
    state = State.DONE;
    return Attempt.DONE;
  }

  /**
   * Waits, in replay, for exactly the recorded requests and returns them in the recorded order
   * (protocol rule FORCED_DELIVERY).
   */
  private Attempt expect() {
    for (int i = 0; i < count; i++) {
      Attempt attempt = complete(requests[indices[i]]);
      if (attempt != Attempt.DONE) {
        return attempt;
      }
    }
    state = State.DONE;
    core.states.advance();
    return Attempt.DONE;
  }

  /**
   * Returns the pending operation; one with a single possible outcome has no number, and begins
   * again.
   */
  @Override
  PendingOperations.Left left() {
    if (kind.waits && active() <= 1) {
      return PendingOperations.Left.inWait();
    }
    return state == State.OPEN
        ? PendingOperations.Left.in(PendingOperation.Kind.DELIVERY, clock())
        : null;
  }

  @Override
  PendingOperation.Kind leftKind() {
    return kind.waits && active() <= 1
        ? PendingOperation.Kind.WAIT
        : PendingOperation.Kind.DELIVERY;
  }

  @Override
  void takeUp(PendingOperations.Left left) {
    if (left.kind() == PendingOperation.Kind.WAIT) {
      start();
      return;
    }
    count = 0;
    settle(left.recorded());
  }

  // ---------------------------------------------------------------- its outcome

  /** The index of the first completed request, -1 if there is none. */
  int first() {
    return count == 0 ? -1 : indices[0];
  }

  /**
   * Copies the indices of all completed requests to the beginning of the array; returns their
   * number.
   */
  int copyTo(int[] completed) {
    System.arraycopy(indices, 0, completed, 0, count);
    return count;
  }

  /** Whether every active request is in the outcome. */
  boolean isOfAll() {
    return count == active();
  }

  @Override
  Known known() {
    return new Found(state, Arrays.stream(indices, 0, count).boxed().toList());
  }

  @Override
  void restore(Known known) {
    Found found = (Found) known;
    state = found.state();
    count = 0;
    found.indices().forEach(this::add);
  }

  // ---------------------------------------------------------------- its requests

  private void add(int index) {
    if (count == indices.length) {
      indices = Arrays.copyOf(indices, 2 * count);
    }
    indices[count++] = index;
  }

  private void addActive() {
    for (int i = 0; i < requests.length; i++) {
      if (requests[i] != null) {
        add(i);
      }
    }
  }

  /** Adds the requests that are complete now. */
  private void addComplete() {
    for (int i = 0; i < requests.length; i++) {
      if (requests[i] != null && requests[i].isComplete()) {
        add(i);
        if (kind.any) {
          return;
        }
      }
    }
    if (kind.isAllOrNone() && !isOfAll()) {
      count = 0;
    }
  }

  private int active() {
    int active = 0;
    for (PendingRequest request : requests) {
      if (request != null) {
        active++;
      }
    }
    return active;
  }

  private int indexOf(PendingRequest request) {
    for (int i = 0; i < requests.length; i++) {
      if (requests[i] == request) {
        return i;
      }
    }
    return -1;
  }

  /** Whether all active requests are sends that were complete when their calls returned. */
  private boolean areCompletedSends() {
    for (PendingRequest request : requests) {
      if (request != null && request != PendingRequest.COMPLETED_SEND) {
        return false;
      }
    }
    return true;
  }

  // ---------------------------------------------------------------- what it waits for

  @Override
  Awaited awaited() {
    for (int i = 0; state == State.EXPECTING && i < count; i++) {
      if (!requests[indices[i]].isComplete()) {
        return requests[indices[i]];
      }
    }
    return this;
  }

  @Override
  public String peers(boolean tags) {
    List<PendingRequest> missing =
        Arrays.stream(requests).filter(r -> r != null && !r.isComplete()).toList();
    String first =
        missing.stream()
            .limit(PEERS_IN_TEXT)
            .map(request -> request.peers(tags))
            .collect(Collectors.joining("; "));
    int more = missing.size() - PEERS_IN_TEXT;
    return more > 0 ? first + "; and " + more + " more" : first;
  }

  @Override
  String what() {
    return kind.text;
  }

  @Override
  void clear() {
    requests = null;
    single[0] = null;
  }

  @Override
  public String toString() {
    return what() + "(clock " + clock() + ")";
  }
}
