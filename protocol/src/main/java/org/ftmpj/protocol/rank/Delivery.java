package org.ftmpj.protocol.rank;

/**
 * One wait for, or one test of, several requests that has begun: {@link Completion} attempts it
 * until it is done. One thread.
 */
final class Delivery {
  /** Which of the requests come out, if they are asked for now; empty if none do. */
  interface Finder {
    int[] find(Operation[] operations);
  }

  final Operation[] operations;
  final long clock;

  /** What comes out if that is known already; null if it is open. */
  final int[] expected;

  /** Says what comes out if that is open. */
  final Finder finder;

  /** Whether it is not done before something comes out. */
  final boolean waits;

  private int[] completed;

  private Delivery(
      Operation[] operations, long clock, int[] expected, Finder finder, boolean waits) {
    this.operations = operations;
    this.clock = clock;
    this.expected = expected;
    this.finder = finder;
    this.waits = waits;
  }

  /** One that is done with its beginning. */
  static Delivery done(Operation[] operations, int... completed) {
    Delivery delivery = expecting(operations, 0, completed);
    delivery.completed = completed;
    return delivery;
  }

  /** One that waits for exactly these requests. */
  static Delivery expecting(Operation[] operations, long clock, int... completed) {
    return new Delivery(operations, clock, completed, null, true);
  }

  /** One that can come out in several ways. */
  static Delivery open(Operation[] operations, long clock, Finder finder, boolean waits) {
    return new Delivery(operations, clock, null, finder, waits);
  }

  boolean isDone() {
    return completed != null;
  }

  void complete(int[] indices) {
    completed = indices;
  }

  /** The indices of what came out, empty if nothing did; null before it is done. */
  int[] completed() {
    return completed;
  }

  /** The index of what came out, -1 if nothing did. */
  int first() {
    return completed.length == 0 ? -1 : completed[0];
  }

  /** Whether every active request came out. */
  boolean isOfAll() {
    return completed.length == Completion.active(operations);
  }
}
