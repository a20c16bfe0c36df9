package org.ftmpj.protocol.simulation;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** One event logger, and a connection that may be lost. */
final class OneReceiver implements StreamReceiver {
  private final Job job;
  private final Host host;
  private final HostStream stream;
  private final ArrayDeque<Batch> onTheWay = new ArrayDeque<>();
  private final Set<Integer> fenced = new HashSet<>();
  private int sent;
  private int acknowledged;
  private int away;

  // The event logger's.
  private int stored;
  private boolean isFenced;

  private record Batch(int first, int end) {}

  OneReceiver(Job job, Host host, HostStream stream) {
    this.job = job;
    this.host = host;
    this.stream = stream;
  }

  @Override
  public boolean arrive() {
    if (away > 0) {
      away--;
      job.moved();
      return true;
    }
    if (!onTheWay.isEmpty() && !job.chance(3)) {
      receive(onTheWay.remove());
      if (!job.chance(4)) {
        acknowledge();
      }
      return true;
    }
    if (host.isLinked() && job.hasOutages() && !onTheWay.isEmpty() && job.chance(24)) {
      loseConnection();
      return true;
    }
    return false;
  }

  @Override
  public boolean send() {
    if (sent < stream.taken()) {
      if (job.mutation() == Mutation.STREAM_OUT_OF_ORDER) {
        preferOneRank();
      }
      sendUpTo(sent + 1 + job.below(stream.taken() - sent));
      job.moved();
      return true;
    }
    if (onTheWay.isEmpty() && acknowledged < stored) {
      acknowledge();
      return true;
    }
    return false;
  }

  @Override
  public boolean hasSentAll() {
    return sent == stream.taken();
  }

  @Override
  public boolean isUnderWay() {
    return !onTheWay.isEmpty();
  }

  @Override
  public void hostDied() {
    // What is on the way arrives nevertheless.
  }

  @Override
  public void fence() {
    isFenced = true;
  }

  @Override
  public void fence(int rank) {
    fenced.add(rank);
  }

  @Override
  public void readAgain() {
    // It is known: ranks have had it as it arrived.
  }

  @Override
  public boolean hasHistory() {
    return true;
  }

  @Override
  public List<HostStream.Record> history() {
    throw new IllegalStateException("Ranks have what has arrived");
  }

  @Override
  public void prune(int number) {
    // That a rank asks for nothing of it is checked where the rank does.
  }

  private void sendUpTo(int end) {
    onTheWay.add(new Batch(sent, end));
    sent = end;
  }

  /** By mistake, what one rank has appended overtakes what others have. */
  private void preferOneRank() {
    int first = stream.preferOneRank(sent);
    if (first > 0 && job.chance(2)) {
      sendUpTo(sent + first);
    }
  }

  private void loseConnection() {
    job.count(Rule.LOGGER_AWAY);
    away = 1 + job.below(8);
    int arriving = job.below(onTheWay.size() + 1);
    while (onTheWay.size() > arriving) {
      onTheWay.removeLast();
    }
    while (!onTheWay.isEmpty()) {
      receive(onTheWay.remove());
    }
    sent = Math.max(acknowledged, stored);
    job.moved();
  }

  private void receive(Batch batch) {
    job.moved();
    if (isFenced) {
      job.count(Rule.STREAM_FENCED);
      return;
    }
    if (batch.first() > stored) {
      // What was before it has got lost: the connection is made again.
      sent = stored;
      onTheWay.clear();
      return;
    }
    for (int i = stored; i < batch.end(); i++) {
      if (stream.record(i) instanceof HostStream.Determinants some
          && !fenced.contains(some.rank())) {
        job.rank(some.rank()).logger().store(some.bytes());
      }
    }
    stored = Math.max(stored, batch.end());
  }

  private void acknowledge() {
    if (host.isLinked() && !isFenced && acknowledged < stored) {
      acknowledged = stored;
      stream.acknowledge(acknowledged);
      job.moved();
    }
  }
}
