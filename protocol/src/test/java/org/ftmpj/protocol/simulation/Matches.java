package org.ftmpj.protocol.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.ftmpj.protocol.channel.Arrival;

/** Which messages came to which receives of a rank's program: each once. */
final class Matches {
  private final SimulatedRank rank;

  /** By this incarnation. */
  private final List<Taken> taken = new ArrayList<>();

  private final BitSet[] receivedFrom;
  private final List<CompletedSend> completedSends = new ArrayList<>();

  /** A message that the program has received, by the receive that this operation posted. */
  record Taken(int operation, int source, int context, int tag, Arrival.Message message) {}

  /** A synchronous send that the program found complete at that time. */
  record CompletedSend(int destination, long sequence, long time) {}

  Matches(SimulatedRank rank, int ranks) {
    this.rank = rank;
    receivedFrom = new BitSet[ranks];
    Arrays.setAll(receivedFrom, i -> new BitSet());
  }

  /**
   * Another incarnation receives them all again.
   *
   * @param takenBefore but for these, which its checkpoint has
   */
  void start(List<Taken> takenBefore) {
    taken.clear();
    taken.addAll(takenBefore);
    for (BitSet received : receivedFrom) {
      received.clear();
    }
    for (Taken before : takenBefore) {
      receivedFrom[before.message().source()].set((int) before.message().sequence());
    }
  }

  /** What the rank did on a host that is lost may never have been. */
  void hostLost() {
    completedSends.clear();
  }

  void received(Request request, Arrival.Message message) {
    BitSet received = receivedFrom[message.source()];
    if (received.get((int) message.sequence())) {
      throw new Violation(
          Violation.Kind.MATCHING,
          "rank %d incarnation %d receives message #%d of rank %d twice"
              .formatted(rank.number(), rank.incarnation(), message.sequence(), message.source()));
    }
    received.set((int) message.sequence());
    taken.add(
        new Taken(request.operationIndex, request.peer, request.context, request.tag, message));
  }

  void completed(Request request, long time) {
    completedSends.add(new CompletedSend(request.peer, request.sequence, time));
  }

  /** What this incarnation has received. */
  List<Taken> taken() {
    return taken;
  }

  /** By all incarnations. */
  List<CompletedSend> completedSends() {
    return completedSends;
  }
}
