package org.ftmpj.protocol.rank;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.match.Receive;
import org.ftmpj.protocol.replay.ReplayCursor;
import org.ftmpj.protocol.thread.LogicalThread;

/**
 * The operations in which threads wait whose stacks are taken down for a checkpoint. Each thread
 * resumes its own with its next operation. Under the lock of the threads.
 */
final class PendingOperations {
  private final Map<Integer, Left> ofThreads = new HashMap<>();

  /**
   * A pending operation.
   *
   * @param clock see {@link PendingOperation}
   * @param receive likewise
   * @param recorded its outcome in an earlier incarnation; null if it has none
   */
  record Left(PendingOperation.Kind kind, long clock, Receive receive, Determinant recorded) {

    static Left inWait() {
      return new Left(PendingOperation.Kind.WAIT, 0, null, null);
    }

    static Left inHandOver() {
      return new Left(PendingOperation.Kind.HAND_OVER, 0, null, null);
    }

    static Left in(Receive receive) {
      return new Left(PendingOperation.Kind.RECEIVE, 0, receive, null);
    }

    static Left in(PendingOperation.Kind kind, long clock) {
      return new Left(kind, clock, null, null);
    }

    private Left with(Determinant outcome) {
      return new Left(kind, clock, receive, outcome);
    }
  }

  void add(LogicalThread thread, Left left) {
    ofThreads.put(thread.number(), left);
  }

  /** Whether a thread, which may be null, has an operation to resume. */
  boolean have(LogicalThread thread) {
    return !ofThreads.isEmpty() && thread != null && ofThreads.containsKey(thread.number());
  }

  /**
   * Takes the operation that the thread resumes.
   *
   * @throws FtmpjException {@code INTERNAL} if the operation is of another kind
   */
  Left take(LogicalThread thread, PendingOperation.Kind kind, Operation by) {
    Left left = ofThreads.remove(thread.number());
    if (left.kind() != kind) {
      throw new FtmpjException(
          ErrorCode.INTERNAL, thread + " was in a " + left.kind() + ", and makes " + by);
    }
    return left;
  }

  /**
   * @param parked threads whose stacks are taken down; those in no operation wait in a hand-over
   */
  List<PendingOperation> snapshot(List<LogicalThread> parked) {
    Map<Integer, Left> all = new TreeMap<>(ofThreads);
    parked.forEach(thread -> all.putIfAbsent(thread.number(), Left.inHandOver()));
    return all.entrySet().stream().map(one -> snapshot(one.getKey(), one.getValue())).toList();
  }

  private static PendingOperation snapshot(int thread, Left left) {
    Receive.Snapshot receive = left.receive() == null ? null : left.receive().snapshot();
    return new PendingOperation(thread, left.kind(), left.clock(), receive);
  }

  /**
   * @param receive the receive in the restored rank; null if there is none
   */
  void restore(PendingOperation from, Receive receive) {
    if (from.kind() != PendingOperation.Kind.HAND_OVER) {
      ofThreads.put(from.thread(), new Left(from.kind(), from.clock(), receive, null));
    }
  }

  /**
   * Looks up their outcomes after the checkpoint, in the order of their numbers and before any
   * later operation's, since they began first.
   */
  void lookUp(ReplayCursor cursor) {
    if (!ofThreads.isEmpty()) {
      cursor.lookUpByClock();
      ofThreads.entrySet().stream()
          .filter(entry -> entry.getValue().kind().hasOutcome())
          .sorted(Comparator.comparingLong(entry -> entry.getValue().clock()))
          .forEach(entry -> entry.setValue(lookUp(entry.getValue(), cursor)));
    }
  }

  private static Left lookUp(Left left, ReplayCursor cursor) {
    Class<? extends Determinant> expected =
        left.kind() == PendingOperation.Kind.PROBE
            ? Determinant.Probe.class
            : Determinant.Deliver.class;
    String what = "what it was in at its checkpoint, a " + left.kind();
    return left.with(cursor.outcome(left.clock(), expected, false, what));
  }
}
