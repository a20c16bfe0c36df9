package org.ftmpj.protocol.rank;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One wait for, or one test of, several requests that has begun: {@link Completion} attempts it
 * until it is done. The object may serve another one then. One thread.
 */
final class Delivery implements Awaited {
  private static final int PEERS_IN_TEXT = 4;

  /** Adds to a delivery those of its requests that come out if they are asked for now. */
  interface Finder {
    void find(Delivery delivery);
  }

  private enum State {
    /** The finder says what comes out. */
    OPEN,
    /** What comes out is known, but not complete. */
    EXPECTING,
    DONE
  }

  private Operation[] operations;
  private long clock;

  /** What the program has called, if that can come out in several ways. */
  private String what;

  private Finder finder;
  private boolean waits;
  private State state = State.DONE;

  /** What comes out, or came out. */
  private int[] indices = new int[4];

  private int count;

  /** Begins as one that can come out in several ways. */
  Delivery open(Operation[] of, long at, String called, Finder by, boolean untilSomething) {
    begin(State.OPEN, of, at);
    what = called;
    finder = by;
    waits = untilSomething;
    return this;
  }

  /** Begins as one that waits for exactly the requests that are then added. */
  Delivery expecting(Operation[] of, long at) {
    return begin(State.EXPECTING, of, at);
  }

  /** Is done with its beginning: out comes what is then added. */
  Delivery done(Operation[] of) {
    return begin(State.DONE, of, 0);
  }

  private Delivery begin(State first, Operation[] of, long at) {
    state = first;
    operations = of;
    clock = at;
    count = 0;
    return this;
  }

  Delivery add(int index) {
    if (count == indices.length) {
      indices = Arrays.copyOf(indices, 2 * count);
    }
    indices[count++] = index;
    return this;
  }

  /** Nothing comes out. */
  void clear() {
    count = 0;
  }

  void complete() {
    state = State.DONE;
  }

  /** Adds what comes out now; for one that can come out in several ways. */
  void find() {
    finder.find(this);
  }

  boolean isDone() {
    return state == State.DONE;
  }

  /** Whether it can come out in several ways, and has not yet. */
  boolean isOpen() {
    return state == State.OPEN;
  }

  /** Of those that come out, the first that is not complete yet. */
  Operation firstMissing() {
    for (int i = 0; i < count; i++) {
      if (!operations[indices[i]].isComplete()) {
        return operations[indices[i]];
      }
    }
    throw new IllegalStateException("nothing is missing");
  }

  String what() {
    return what;
  }

  /** Whether it is not done before something comes out. */
  boolean waits() {
    return waits;
  }

  long clock() {
    return clock;
  }

  Operation[] operations() {
    return operations;
  }

  /** How many come out, or came out. */
  int count() {
    return count;
  }

  /** Which do: the first {@link #count} elements. */
  int[] indices() {
    return indices;
  }

  /** The index of what came out, -1 if nothing did. */
  int first() {
    return count == 0 ? -1 : indices[0];
  }

  @Override
  public String peers(boolean tags) {
    List<Operation> missing =
        Arrays.stream(operations).filter(o -> o != null && !o.isComplete()).toList();
    String first =
        missing.stream()
            .limit(PEERS_IN_TEXT)
            .map(operation -> operation.peers(tags))
            .collect(Collectors.joining("; "));
    int more = missing.size() - PEERS_IN_TEXT;
    return more > 0 ? first + "; and " + more + " more" : first;
  }

  @Override
  public String toString() {
    return what + "(clock " + clock + ")";
  }

  /** Whether every active request came out. */
  boolean isOfAll() {
    return count == Completion.active(operations);
  }
}
