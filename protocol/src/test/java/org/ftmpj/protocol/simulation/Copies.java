package org.ftmpj.protocol.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.ftmpj.protocol.channel.Arrival;

/**
 * What one host has copied of its ranks to where it survives the host: checkpoints, and all that
 * their ranks had sent and put out before. The daemon looks at what there is, and copies it when
 * all determinants are stable that the host had then.
 */
final class Copies {
  private static final int KEPT = 2;

  private final Job job;
  private final Host host;
  private final Map<Integer, OfRank> ranks = new HashMap<>();

  /** What was looked at; null if nothing is on its way. */
  private Seen seen;

  /** The copies of a rank. */
  private static final class OfRank {
    final List<List<ChannelLog.Entry>> logs = new ArrayList<>();
    final List<Checkpoint> kept = new ArrayList<>();

    /** How many entries of each log were looked at. */
    final int[] looked;

    OfRank(int ranks) {
      looked = new int[ranks];
      for (int i = 0; i < ranks; i++) {
        logs.add(new ArrayList<>());
      }
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
  boolean step() {
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

  private boolean look(SimulatedRank rank) {
    Checkpoint newest = rank.checkpoints().newestKept();
    if (rank.host() != host || newest == null) {
      return false;
    }
    OfRank copies = ranks.computeIfAbsent(rank.number(), r -> new OfRank(job.size()));
    if (copies.kept.contains(newest)) {
      return false;
    }
    List<List<ChannelLog.Entry>> entries = new ArrayList<>();
    for (int destination = 0; destination < job.size(); destination++) {
      entries.add(look(job.channel(rank.number(), destination).sent(), copies, destination));
    }
    seen = new Seen(rank, newest, entries, host.stream().end());
    job.moved();
    return true;
  }

  private List<ChannelLog.Entry> look(ChannelLog log, OfRank copies, int destination) {
    List<ChannelLog.Entry> entries = new ArrayList<>();
    for (; copies.looked[destination] < log.size(); copies.looked[destination]++) {
      ChannelLog.Entry entry = log.get(copies.looked[destination]);
      if (entry.arrival() != null) {
        entries.add(entry);
      }
    }
    if (job.mutation() == Mutation.COPIED_WITHOUT_MARKS) {
      while (!entries.isEmpty() && !isMessage(entries.get(entries.size() - 1))) {
        entries.remove(entries.size() - 1);
      }
    }
    return job.mutation() == Mutation.COPIED_WITHOUT_LOGS ? List.of() : entries;
  }

  private static boolean isMessage(ChannelLog.Entry entry) {
    return entry.arrival() instanceof Arrival.Message;
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
    List<Checkpoint> checkpoints = new ArrayList<>();
    List<List<ChannelLog.Entry>> logs = new ArrayList<>();
    for (int destination = 0; destination < job.size(); destination++) {
      logs.add(new ArrayList<>());
    }
    for (Copies one : all) {
      OfRank copies = one.ranks.get(rank);
      if (copies != null) {
        copies.kept.forEach(checkpoint -> checkpoints.add(checkpoint.elsewhere(job.mutation())));
        for (int destination = 0; destination < job.size(); destination++) {
          merge(copies.logs.get(destination), logs.get(destination));
        }
      }
    }
    checkpoints.sort(Comparator.comparingInt(Checkpoint::operation));
    int older = Math.max(0, checkpoints.size() - KEPT);
    return new Found(checkpoints.subList(older, checkpoints.size()), logs);
  }

  /** Messages that are there are the same; marks may be there twice. */
  private static void merge(List<ChannelLog.Entry> from, List<ChannelLog.Entry> to) {
    Set<Long> there = new TreeSet<>();
    to.stream().filter(Copies::isMessage).forEach(e -> there.add(e.arrival().sequence()));
    from.stream()
        .filter(e -> !isMessage(e) || !there.contains(e.arrival().sequence()))
        .forEach(to::add);
  }
}
