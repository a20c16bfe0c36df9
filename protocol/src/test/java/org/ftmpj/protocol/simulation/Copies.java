package org.ftmpj.protocol.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;

/**
 * What one host has copied of its ranks to where it survives the host, a directory or the next host
 * (a partner): checkpoints, and all that their ranks had sent and put out before. The daemon looks
 * at what there is, and copies it when all determinants are stable that the host had then. What a
 * partner keeps is lost with it, and copied once more to the next one.
 */
final class Copies {
  private static final int KEPT = 2;

  private final Job job;
  private final Host host;
  private final Map<Integer, OfRank> ranks = new HashMap<>();

  /** What was looked at; null if nothing is on its way. */
  private Seen seen;

  /** The host that keeps them; null if there is none. */
  private Host partner;

  /** The copies of a rank. */
  private static final class OfRank {
    final List<List<ChannelLog.Entry>> logs = new ArrayList<>();
    final List<Checkpoint> kept = new ArrayList<>();

    /** How often the rank had moved. */
    final int moves;

    /** How many entries of each log were looked at. */
    final int[] looked;

    /** How many entries of each copied log are removed. */
    final int[] removed;

    OfRank(int ranks, int moves) {
      this.moves = moves;
      looked = new int[ranks];
      removed = new int[ranks];
      for (int i = 0; i < ranks; i++) {
        logs.add(new ArrayList<>());
      }
    }

    /** What was looked at is not looked at again. */
    void lose() {
      logs.forEach(List::clear);
      kept.clear();
    }
  }

  /**
   * A checkpoint, and what is in its rank's logs and in no copy.
   *
   * @param needed so many determinants of the host have to be stable
   */
  private record Seen(
      SimulatedRank rank,
      Checkpoint checkpoint,
      List<List<ChannelLog.Entry>> entries,
      int needed) {}

  /**
   * What a rank that moves goes on with.
   *
   * @param checkpoints at most two, the newest last
   * @param logs what it had sent, by destination
   */
  record Found(List<Checkpoint> checkpoints, List<List<ChannelLog.Entry>> logs) {}

  Copies(Job job, Host host) {
    this.job = job;
    this.host = host;
  }

  /** The daemon looks at something, or copies it. Returns whether it did. */
  boolean step(List<Host> hosts) {
    if (job.setup().partners() && !hasPartner(hosts)) {
      return false;
    }
    if (seen == null) {
      return look(job.rank(job.below(job.size())));
    }
    if (!host.mayLeave(seen.rank().number(), seen.needed())
        && job.mutation() != Mutation.COPIED_WITHOUT_GATE) {
      job.count(Rule.COPY_WAITED);
      return false;
    }
    copy();
    return true;
  }

  /** Whether there is one; what the one before has kept is copied once more. */
  private boolean hasPartner(List<Host> hosts) {
    if (partner != null && partner.isUp()) {
      return host.isUp();
    }
    if (partner != null && !ranks.isEmpty()) {
      job.count(Rule.COPIED_AGAIN);
    }
    if (job.mutation() != Mutation.COPIED_ON_ELSEWHERE) {
      ranks.clear();
      seen = null;
    } else {
      ranks.values().forEach(OfRank::lose);
    }
    partner = next(hosts);
    return partner != null && host.isUp();
  }

  private Host next(List<Host> hosts) {
    List<Host> others = hosts.stream().filter(other -> other.isUp() && other != host).toList();
    return others.stream()
        .filter(other -> other.number() > host.number())
        .findFirst()
        .orElse(others.isEmpty() ? null : others.get(0));
  }

  private boolean areLost() {
    return job.setup().partners() && (partner == null || !partner.isUp());
  }

  private boolean look(SimulatedRank rank) {
    Checkpoint newest = rank.checkpoints().newestKept();
    if (rank.host() != host || newest == null) {
      return false;
    }
    int moves = job.channel(rank.number(), 0).moves();
    OfRank copies = ranks.computeIfAbsent(rank.number(), r -> new OfRank(job.size(), moves));
    if (copies.kept.contains(newest)) {
      return false;
    }
    List<List<ChannelLog.Entry>> entries = new ArrayList<>();
    for (int destination = 0; destination < job.size(); destination++) {
      ChannelLog log = job.channel(rank.number(), destination).sent();
      entries.add(look(log, copies, destination, newest.needs().sent()[destination]));
    }
    seen = new Seen(rank, newest, entries, host.stream().end());
    job.moved();
    return true;
  }

  /** Up to the first message that follows on the checkpoint: so with the marks before it. */
  private List<ChannelLog.Entry> look(
      ChannelLog log, OfRank copies, int destination, long following) {
    List<ChannelLog.Entry> entries = new ArrayList<>();
    boolean isLast = false;
    for (; copies.looked[destination] < log.size() && !isLast; copies.looked[destination]++) {
      ChannelLog.Entry entry = log.get(copies.looked[destination]);
      if (entry.arrival() != null) {
        entries.add(entry);
        isLast = entry.isMessage() && entry.arrival().sequence() >= following;
      }
    }
    if (job.mutation() == Mutation.COPIED_WITHOUT_MARKS) {
      while (!entries.isEmpty() && !entries.get(entries.size() - 1).isMessage()) {
        entries.remove(entries.size() - 1);
      }
    }
    return job.mutation() == Mutation.COPIED_WITHOUT_LOGS ? List.of() : entries;
  }

  private void copy() {
    Consistency consistency = seen.rank().consistency();
    OfRank copies = ranks.get(seen.rank().number());
    for (int destination = 0; destination < job.size(); destination++) {
      for (ChannelLog.Entry entry : seen.entries().get(destination)) {
        copies.logs.get(destination).add(entry);
        if (entry.dependence() != null) {
          consistency.hasLeftHost(entry.dependence());
        }
      }
    }
    copies.kept.add(seen.checkpoint());
    if (copies.kept.size() > KEPT) {
      copies.kept.remove(0);
    }
    consistency.hasLeftHost(seen.checkpoint().dependence());
    seen.rank().tell("  its checkpoint at " + seen.checkpoint().operation() + " is copied");
    seen = null;
    job.count(Rule.IMAGE_COPIED);
    job.moved();
  }

  /** What there is of a rank, by whatever hosts it was copied. */
  static Found find(Job job, List<Copies> all, int rank) {
    List<List<ChannelLog.Entry>> logs = new ArrayList<>();
    for (int destination = 0; destination < job.size(); destination++) {
      logs.add(new ArrayList<>());
    }
    for (Copies one : all) {
      OfRank copies = one.ranks.get(rank);
      if (copies != null && one.areLost()) {
        job.count(Rule.COPIES_LOST);
      } else if (copies != null) {
        for (int destination = 0; destination < job.size(); destination++) {
          merge(copies.logs.get(destination), logs.get(destination));
        }
      }
    }
    List<Checkpoint> checkpoints =
        counted(all, rank).stream()
            .map(checkpoint -> checkpoint.elsewhere(job.mutation()))
            .collect(Collectors.toCollection(ArrayList::new));
    return new Found(checkpoints, logs);
  }

  /**
   * Messages that are there are the same, perhaps removed in one of two; marks may be there twice.
   */
  private static void merge(List<ChannelLog.Entry> from, List<ChannelLog.Entry> to) {
    Map<Long, Integer> there = new HashMap<>();
    for (int i = 0; i < to.size(); i++) {
      if (to.get(i).isMessage()) {
        there.put(to.get(i).arrival().sequence(), i);
      }
    }
    for (ChannelLog.Entry entry : from) {
      Integer same = entry.isMessage() ? there.get(entry.arrival().sequence()) : null;
      if (same == null) {
        to.add(entry);
      } else if (to.get(same).isRemoved()) {
        to.set(same, entry);
      }
    }
  }

  /** Whether there are copies that a rank can go on from, and are not lost with that host. */
  static boolean surviveLossOf(Host lost, List<Copies> all, SimulatedRank rank) {
    return all.stream()
        .filter(one -> one.ranks.containsKey(rank.number()))
        .filter(one -> !one.areLost() && one.partner != lost)
        .flatMap(one -> one.ranks.get(rank.number()).kept.stream())
        .anyMatch(copy -> copy.operation() >= rank.checkpoints().prunedTo());
  }

  /** The checkpoints of a rank that count, by whatever hosts they were copied: the last two. */
  static List<Checkpoint> counted(List<Copies> all, int rank) {
    List<Checkpoint> counted = new ArrayList<>();
    for (Copies one : all) {
      OfRank copies = one.ranks.get(rank);
      if (copies != null && !one.areLost()) {
        counted.addAll(copies.kept);
      }
    }
    counted.sort(Comparator.comparingInt(Checkpoint::operation));
    return counted.subList(Math.max(0, counted.size() - KEPT), counted.size());
  }

  /**
   * Removes from a copied log what is before those that are needed.
   *
   * @param needed the first message that is, by how often the rank had moved when it wrote the log
   * @return whether there was something
   */
  boolean prune(int rank, int destination, IntToLongFunction needed) {
    OfRank copies = ranks.get(rank);
    if (copies == null) {
      return false;
    }
    List<ChannelLog.Entry> log = copies.logs.get(destination);
    long first = needed.applyAsLong(copies.moves);
    int before = copies.removed[destination];
    int last = before;
    for (int i = before; i < log.size(); i++) {
      if (log.get(i).isMessage() && log.get(i).arrival().sequence() < first) {
        last = i + 1;
      }
    }
    for (int i = before; i < last; i++) {
      log.set(i, log.get(i).removed());
    }
    copies.removed[destination] = last;
    return last > before;
  }
}
