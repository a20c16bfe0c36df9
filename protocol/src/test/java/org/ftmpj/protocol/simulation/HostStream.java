package org.ftmpj.protocol.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

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

  private final StreamReceiver receiver;

  /** So many of those taken are acknowledged. */
  private int acknowledged;

  /** So many of those appended are acknowledged, without a gap. */
  private int stable;

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

  HostStream(Job job, Host host) {
    this.job = job;
    this.host = host;
    receiver =
        job.hasStreamsInMajorities()
            ? new EnsembleReceiver(job, host, this)
            : new OneReceiver(job, host, this);
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
    return receiver.isUnderWay();
  }

  void hostDied() {
    receiver.hostDied();
  }

  /** Event loggers refuse what comes from now on. */
  void fence() {
    receiver.fence();
  }

  /** They refuse what is of that rank. */
  void fence(int rank) {
    receiver.fence(rank);
  }

  /** The records of a host that is given up are to be read once more. */
  void readAgain() {
    receiver.readAgain();
  }

  /** Whether they are known. */
  boolean hasHistory() {
    return receiver.hasHistory();
  }

  /** Those of a rank. */
  List<byte[]> historyOf(int rank) {
    return receiver.historyOf(rank);
  }

  /** Who reads them, and event loggers, do something. */
  void read() {
    receiver.arrive();
  }

  /** Something happens between the host and the event logger. Returns whether it did. */
  boolean step() {
    if (receiver.arrive()) {
      return true;
    }
    if (!host.isLinked()) {
      return false;
    }
    if (pass != null || receiver.hasSentAll() && sending.size() < appended.size()) {
      look();
      return true;
    }
    return receiver.send();
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

  // What its receiver asks and tells.

  /** How many records are to be sent. */
  int taken() {
    return sending.size();
  }

  /** Whose one of those is. */
  int rankOf(int number) {
    return sending.get(number).rank;
  }

  byte[] record(int number) {
    return sending.get(number).record;
  }

  /** So many of those are stable. */
  void acknowledge(int number) {
    for (; acknowledged < number; acknowledged++) {
      sending.get(acknowledged).isStable = true;
    }
    while (stable < appended.size() && appended.get(stable).isStable) {
      stable++;
    }
  }

  /**
   * By mistake, of those from a number on the records of one rank come before all others.
   *
   * @return how many they are; 0 if there are no others
   */
  int preferOneRank(int from) {
    List<Noted> unsent = sending.subList(from, sending.size());
    int rank = unsent.get(job.below(unsent.size())).rank;
    List<Noted> first = unsent.stream().filter(n -> n.rank == rank).toList();
    List<Noted> rest = unsent.stream().filter(n -> n.rank != rank).toList();
    for (int i = 0; i < unsent.size(); i++) {
      unsent.set(i, i < first.size() ? first.get(i) : rest.get(i - first.size()));
    }
    return rest.isEmpty() ? 0 : first.size();
  }
}
