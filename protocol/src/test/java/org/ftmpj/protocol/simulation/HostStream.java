package org.ftmpj.protocol.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;

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

  /** How many of those appended they have taken. */
  private int taken;

  /** The pass that has begun; null if none has. */
  private Pass pass;

  private final StreamReceiver receiver;

  /** So many of those taken are acknowledged. */
  private int acknowledged;

  /** So many of those appended are acknowledged, without a gap. */
  private int stable;

  /** What ranks need is sent, before the receiver may drop so much. */
  private Base base;

  /** So many of those taken may be dropped. */
  private int dropped;

  private static final class Noted {
    final Record record;
    boolean isTaken;
    boolean isStable;

    Noted(Record record) {
      this.record = record;
    }

    int rank() {
      return record instanceof Determinants some ? some.rank : -1;
    }
  }

  /** What is in the stream. */
  sealed interface Record {}

  /**
   * Determinants of a rank.
   *
   * @param number of its record, among those of the rank
   */
  record Determinants(int rank, long number, byte[] bytes) implements Record {}

  /**
   * That so many records from the first one on are not needed.
   *
   * @param needed of each rank that has records in the stream, the first that it needs
   */
  record Base(int dropped, SortedMap<Integer, Long> needed) implements Record {}

  /** A stamp is a place in {@link #appended}. */
  private final class Pass {
    private final int stamps = appended.size();
    private final List<Noted> seen = new ArrayList<>();
    private final Deque<Integer> unseen =
        new ArrayDeque<>(
            appended.stream().filter(n -> !n.isTaken).map(Noted::rank).distinct().toList());

    boolean isComplete() {
      return unseen.isEmpty();
    }

    void lookAtNext() {
      int rank = unseen.remove();
      appended.stream().filter(n -> n.rank() == rank && !n.isTaken).forEach(seen::add);
    }

    void take() {
      int before = job.mutation() == Mutation.STAMPS_READ_LAST ? appended.size() : stamps;
      for (Noted noted : appended.subList(0, before)) {
        if (seen.contains(noted)) {
          noted.isTaken = true;
          taken++;
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

  void append(int rank, long number, byte[] record) {
    appended.add(new Noted(new Determinants(rank, number, record)));
  }

  /**
   * Says in the stream what ranks need, if that lets something be dropped. Which is, when that is
   * stable.
   *
   * @param of the rank that needs less than before
   * @param needed the first record that a rank needs
   */
  void prune(int of, IntToLongFunction needed) {
    if (base != null || !host.isAlive() || host.isGivenUp()) {
      return;
    }
    boolean ofOne = job.mutation() == Mutation.STREAM_PRUNED_BY_ONE_RANK;
    int end = dropped;
    while (end < acknowledged && isPast(sending.get(end).record, ofOne ? of : -1, needed)) {
      end++;
    }
    if (end == dropped) {
      return;
    }
    SortedMap<Integer, Long> all = new TreeMap<>();
    for (Noted noted : sending) {
      if (noted.record instanceof Determinants some) {
        all.put(some.rank, Math.min(needed.applyAsLong(some.rank), some.number + 1));
      }
    }
    base = new Base(end, all);
    Noted noted = new Noted(base);
    noted.isTaken = true;
    sending.add(noted);
    if (job.mutation() == Mutation.STREAM_DROPPED_AT_ONCE) {
      drop();
    }
  }

  private static boolean isPast(Record record, int of, IntToLongFunction needed) {
    return !(record instanceof Determinants some)
        || of >= 0 && some.rank != of
        || some.number < needed.applyAsLong(some.rank);
  }

  private void drop() {
    job.count(Rule.STREAM_PRUNED);
    for (; dropped < base.dropped; dropped++) {
      if (sending.get(dropped).record instanceof Determinants some) {
        job.rank(some.rank).logger().prune(some.number);
      }
    }
    receiver.prune(dropped);
    base = null;
  }

  /**
   * Adds what is known of a rank's records from this stream, as who reads it knows it: of those
   * that are not there only how many they were.
   *
   * @param there what was found, null for what is not there
   * @param to has what was known before
   */
  void addHistory(int rank, List<Record> there, List<byte[]> to) {
    long firstThere = 0;
    long needed = 0;
    int missing = 0;
    int mayMiss = 0;
    for (Record record : there) {
      if (record == null) {
        missing++;
      } else if (record instanceof Base base) {
        mayMiss = base.dropped;
        needed = base.needed.getOrDefault(rank, 0L);
      } else if (record instanceof Determinants some && some.rank == rank) {
        firstThere = some.number > to.size() + 1 ? some.number : firstThere;
        passOver(rank, some.number, to);
        if (some.number == to.size() + 1) {
          to.add(some.bytes);
        }
      }
    }
    if (missing > mayMiss || firstThere > needed) {
      throw new Violation(
          Violation.Kind.ORPHAN,
          "a stream does not have its first %d records, and %d of rank %d; %d and %d may be missing"
              .formatted(missing, firstThere, rank, mayMiss, needed));
    }
    passOver(rank, needed, to);
  }

  /** They may not be read: only checks at the end see what they were. */
  private void passOver(int rank, long until, List<byte[]> to) {
    for (Noted noted : sending) {
      if (noted.record instanceof Determinants some
          && some.rank == rank
          && some.number == to.size() + 1
          && some.number < until) {
        to.add(some.bytes);
      }
    }
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
    for (Noted noted : appended.subList(0, end)) {
      if (noted.rank() == rank && !noted.isStable) {
        return false;
      }
    }
    return true;
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

  /** Adds those of a rank. */
  void addHistory(int rank, List<byte[]> to) {
    addHistory(rank, receiver.history(), to);
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
    if (pass != null || receiver.hasSentAll() && taken < appended.size()) {
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

  Record record(int number) {
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
    if (base != null
        && sending.subList(dropped, acknowledged).stream().anyMatch(n -> n.record == base)) {
      drop();
    }
  }

  /**
   * By mistake, of those from a number on the records of one rank come before all others.
   *
   * @return how many they are; 0 if there are no others
   */
  int preferOneRank(int from) {
    List<Noted> unsent = sending.subList(from, sending.size());
    int rank = unsent.get(job.below(unsent.size())).rank();
    List<Noted> first = unsent.stream().filter(n -> n.rank() == rank).toList();
    List<Noted> rest = unsent.stream().filter(n -> n.rank() != rank).toList();
    for (int i = 0; i < unsent.size(); i++) {
      unsent.set(i, i < first.size() ? first.get(i) : rest.get(i - first.size()));
    }
    return rest.isEmpty() ? 0 : first.size();
  }
}
