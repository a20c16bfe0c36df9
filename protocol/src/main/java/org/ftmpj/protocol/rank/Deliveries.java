package org.ftmpj.protocol.rank;

import org.ftmpj.protocol.thread.Threads;

/**
 * The waits for, and tests of, several operations, each an event from its beginning to its end; see
 * {@link RankSession} for what they find. Any thread of the program.
 */
final class Deliveries {
  private final Threads threads;
  private final TrailKeeper trail;
  private final Completion completion;
  private final MatchedMarks marks;

  /** Room for a single operation; null if it is in use. */
  private Operation[] single = new Operation[1];

  private interface Begin {
    Delivery delivery(Completion by, Operation[] operations);
  }

  Deliveries(Threads threads, TrailKeeper trail, Completion completion, MatchedMarks marks) {
    this.threads = threads;
    this.trail = trail;
    this.completion = completion;
    this.marks = marks;
  }

  int awaitAny(Operation[] operations) {
    return first(Trail.Kind.WAITANY, operations, Completion::beginAwaitAny);
  }

  int awaitSome(Operation[] operations, int[] completed) {
    return some(Trail.Kind.WAITSOME, operations, Completion::beginAwaitSome, completed);
  }

  int testAny(Operation[] operations) {
    return first(Trail.Kind.TESTANY, operations, Completion::beginTestAny);
  }

  int testSome(Operation[] operations, int[] completed) {
    return some(Trail.Kind.TESTSOME, operations, Completion::beginTestSome, completed);
  }

  boolean test(Operation operation) {
    threads.enter();
    try {
      Operation[] only = single == null ? new Operation[1] : single;
      single = null;
      only[0] = operation;
      boolean complete = all(Trail.Kind.TEST, only);
      only[0] = null;
      single = only;
      return complete;
    } finally {
      threads.leave(null);
    }
  }

  boolean testAll(Operation[] operations) {
    threads.enter();
    try {
      return all(Trail.Kind.TESTALL, operations);
    } finally {
      threads.leave(null);
    }
  }

  private int first(Trail.Kind kind, Operation[] operations, Begin begin) {
    threads.enter();
    try {
      Delivery delivery = deliver(kind, operations, begin);
      int first = delivery.first();
      completion.free(delivery);
      return first;
    } finally {
      threads.leave(null);
    }
  }

  private int some(Trail.Kind kind, Operation[] operations, Begin begin, int[] completed) {
    threads.enter();
    try {
      Delivery delivery = deliver(kind, operations, begin);
      int count = delivery.count();
      System.arraycopy(delivery.indices(), 0, completed, 0, count);
      completion.free(delivery);
      return count;
    } finally {
      threads.leave(null);
    }
  }

  private boolean all(Trail.Kind kind, Operation[] operations) {
    Delivery delivery = deliver(kind, operations, Completion::beginTestAll);
    boolean ofAll = delivery.isOfAll();
    completion.free(delivery);
    return ofAll;
  }

  private Delivery deliver(Trail.Kind kind, Operation[] operations, Begin begin) {
    trail.next(kind);
    Delivery delivery = begin.delivery(completion, operations);
    completion.await(delivery);
    marks.publish();
    return delivery;
  }
}
