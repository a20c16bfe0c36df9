package org.ftmpj.protocol.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The determinants of a host's ranks on their way to the event logger: one stream, in the order of
 * the stamps which they got when they were appended. So what has arrived never depends on what has
 * not, whichever ranks of the host have seen each other's messages.
 *
 * <p>They are taken from the ranks' logs in passes. A pass looks at one log after the other, while
 * the ranks go on: only what has a stamp from before the pass goes into the stream.
 */
final class HostStream {
  private final Job job;
  private final Host host;
  private final List<Noted> appended = new ArrayList<>();

  /** Those that passes have taken, in the order in which they are sent. */
  private final List<Noted> sending = new ArrayList<>();

  /** The pass that has begun; null if none has. */
  private Pass pass;

  private final ArrayDeque<Batch> onTheWay = new ArrayDeque<>();
  private final Set<Integer> fenced = new HashSet<>();
  private int sent;
  private int acknowledged;
  private int away;

  /** So many of those appended are acknowledged, without a gap. */
  private int stable;

  // The event logger's.
  private int stored;
  private boolean isFenced;

  private static final class Noted {
    final int rank;
    final byte[] record;
    boolean isTaken;
    boolean isStable;

    Noted(int rank, byte[] record) {
      this.rank = rank;
      this.record = record;
    }
  }

  /** A stamp is a place in {@link #appended}. */
  private final class Pass {
    private final int stamps = appended.size();
    private final List<Noted> seen = new ArrayList<>();
    private final Deque<Integer> unseen =
        new ArrayDeque<>(
            appended.stream().filter(n -> !n.isTaken).map(n -> n.rank).distinct().toList());

    boolean isComplete() {
      return unseen.isEmpty();
    }

    void lookAtNext() {
      int rank = unseen.remove();
      appended.stream().filter(n -> n.rank == rank && !n.isTaken).forEach(seen::add);
    }

    void take() {
      int before = job.mutation() == Mutation.STAMPS_READ_LAST ? appended.size() : stamps;
      for (Noted noted : appended.subList(0, before)) {
        if (seen.contains(noted)) {
          noted.isTaken = true;
          sending.add(noted);
        }
      }
    }
  }

  private record Batch(int first, int end) {}

  HostStream(Job job, Host host) {
    this.job = job;
    this.host = host;
  }

  void append(int rank, byte[] record) {
    appended.add(new Noted(rank, record));
  }

  /** How many there are. */
  int end() {
    return appended.size();
  }

  /** Whether the first so many are stable. */
  boolean isStable(int end) {
    return stable >= end;
  }

  /** Whether those of that rank are. */
  boolean isStableOf(int rank, int end) {
    return appended.subList(0, end).stream().allMatch(n -> n.rank != rank || n.isStable);
  }

  boolean isUnderWay() {
    return !onTheWay.isEmpty();
  }

  /** The event logger refuses what comes from now on. */
  void fence() {
    isFenced = true;
  }

  /** It refuses what is of that rank. */
  void fence(int rank) {
    fenced.add(rank);
  }

  /** Something happens between the host and the event logger. Returns whether it did. */
  boolean step() {
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
    if (!host.isLinked()) {
      return false;
    }
    if (job.hasOutages() && !onTheWay.isEmpty() && job.chance(24)) {
      loseConnection();
      return true;
    }
    if (pass != null || sent == sending.size() && sending.size() < appended.size()) {
      look();
      return true;
    }
    if (sent < sending.size()) {
      send();
      return true;
    }
    if (onTheWay.isEmpty() && acknowledged < stored) {
      acknowledge();
      return true;
    }
    return false;
  }

  private void look() {
    if (pass == null) {
      pass = new Pass();
    } else if (pass.isComplete()) {
      pass.take();
      pass = null;
    } else {
      pass.lookAtNext();
    }
    job.moved();
  }

  private void send() {
    if (job.mutation() == Mutation.STREAM_OUT_OF_ORDER) {
      preferOneRank();
    }
    int end = sent + 1 + job.below(sending.size() - sent);
    onTheWay.add(new Batch(sent, end));
    sent = end;
    job.moved();
  }

  /** By mistake, what one rank has appended overtakes what others have. */
  private void preferOneRank() {
    List<Noted> unsent = sending.subList(sent, sending.size());
    int rank = unsent.get(job.below(unsent.size())).rank;
    List<Noted> first = unsent.stream().filter(n -> n.rank == rank).toList();
    List<Noted> rest = unsent.stream().filter(n -> n.rank != rank).toList();
    for (int i = 0; i < unsent.size(); i++) {
      unsent.set(i, i < first.size() ? first.get(i) : rest.get(i - first.size()));
    }
    if (!rest.isEmpty() && job.chance(2)) {
      int end = sent + first.size();
      onTheWay.add(new Batch(sent, end));
      sent = end;
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
      Noted noted = sending.get(i);
      if (!fenced.contains(noted.rank)) {
        job.rank(noted.rank).logger().store(noted.record);
      }
    }
    stored = Math.max(stored, batch.end());
  }

  private void acknowledge() {
    if (!host.isLinked() || isFenced || acknowledged >= stored) {
      return;
    }
    for (; acknowledged < stored; acknowledged++) {
      sending.get(acknowledged).isStable = true;
    }
    while (stable < appended.size() && appended.get(stable).isStable) {
      stable++;
    }
    job.moved();
  }
}
