package org.ftmpj.protocol.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The event logger as far as it concerns one rank, and the network in between: records arrive late,
 * or never if the connection is lost, and those of a dead incarnation can still be on their way
 * when the next one begins.
 */
class EventLogger {

  /** Records on their way, the first one having that number. */
  record Batch(int incarnation, long first, List<byte[]> records) {}

  private final Job job;
  private final SimulatedRank rank;
  private final List<byte[]> stored = new ArrayList<>();
  private final ArrayDeque<Batch> late = new ArrayDeque<>();
  private final ArrayDeque<Batch> onTheWay = new ArrayDeque<>();
  private int newest;
  private int away;
  private long pruned;

  EventLogger(Job job, SimulatedRank rank) {
    this.job = job;
    this.rank = rank;
  }

  /** Whether an incarnation can begin with what there is. */
  boolean isReadyFor(int incarnation) {
    return away == 0;
  }

  /** All records. */
  List<byte[]> stored() {
    return stored;
  }

  /** The number of the last record that is pruned. */
  long pruned() {
    return pruned;
  }

  boolean prune(long upTo) {
    if (upTo <= pruned) {
      return false;
    }
    pruned = upTo;
    return true;
  }

  /** Durably refuses what older incarnations send from now on. */
  void fence(int incarnation) {
    newest = incarnation;
  }

  /** The rank starts elsewhere, its host being lost, of which this was the stream. */
  void moved(HostStream lost) {
    // One event logger has what has arrived of it.
  }

  /** The log is on the same host, or the record comes from one: it is stored at once. */
  void store(byte[] record) {
    stored.add(record);
  }

  /** The rank has died; what it has sent may still arrive. */
  void rankDied() {
    if (job.chance(2)) {
      late.addAll(onTheWay);
    }
    onTheWay.clear();
  }

  /** Something happens between the rank and the logger. Returns whether it did. */
  boolean step(RankEvents client) {
    if (away > 0) {
      away--;
      job.moved();
      return true;
    }
    if (job.hasOutages() && job.chance(24)) {
      loseConnection(client);
      return true;
    }
    if (!late.isEmpty() && (client == null || job.chance(3))) {
      receive(late.remove());
      return true;
    }
    if (client == null) {
      return false;
    }
    if (!onTheWay.isEmpty() && !job.chance(3)) {
      receive(onTheWay.remove());
      if (!job.chance(4)) {
        client.acknowledge(stored.size());
      }
      return true;
    }
    Batch batch = client.send();
    if (batch != null) {
      onTheWay.add(batch);
      job.moved();
      return true;
    }
    if (onTheWay.isEmpty() && client.isUnacknowledged()) {
      client.acknowledge(stored.size());
      return true;
    }
    return false;
  }

  /** Whether records of dead incarnations are on their way. */
  boolean hasLate() {
    return !late.isEmpty();
  }

  private void loseConnection(RankEvents client) {
    job.count(Rule.LOGGER_AWAY);
    rank.tell("loses the event logger");
    away = 1 + job.below(8);
    // Of what is on its way, a part still gets there.
    int arriving = job.below(onTheWay.size() + 1);
    while (onTheWay.size() > arriving) {
      onTheWay.removeLast();
    }
    while (!onTheWay.isEmpty()) {
      late.add(onTheWay.remove());
    }
    if (client != null) {
      client.resend();
    }
    job.moved();
  }

  private void receive(Batch batch) {
    job.moved();
    if (batch.incarnation() < newest) {
      job.count(Rule.FENCED);
      if (job.isTold()) {
        rank.tell(
            "logger refuses records from %d of incarnation %d"
                .formatted(batch.first(), batch.incarnation()));
      }
      return;
    }
    if (batch.first() > stored.size() + 1) {
      throw new Violation(
          Violation.Kind.FAIL_STOP,
          "The logger of rank %d has %d records and gets %d"
              .formatted(rank.number(), stored.size(), batch.first()));
    }
    newest = batch.incarnation();
    long number = batch.first();
    for (byte[] record : batch.records()) {
      if (number++ > stored.size()) {
        stored.add(record);
      } else {
        job.count(Rule.RESENT);
      }
    }
    if (job.isTold()) {
      rank.tell("logger has %d determinants".formatted(stored.size()));
    }
  }
}
