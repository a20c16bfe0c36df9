package org.ftmpj.protocol.simulation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What is needed of channel logs where hosts can be lost: what a rank may go on from is two
 * checkpoints on its host and two copies, wherever these were made. As long as there are not two of
 * each, all is needed.
 */
final class Needs {
  private static final int KEPT = 2;

  private final Job job;

  /** By rank; null where it is not known yet. Nothing changes while logs are pruned. */
  private final List<List<Checkpoint>> oldest;

  /** The same of the first of its own determinants' records; 0 where it is not known yet. */
  private final long[] records;

  Needs(Job job) {
    this.job = job;
    oldest = new ArrayList<>(Collections.nCopies(job.size(), null));
    records = new long[job.size()];
  }

  /** Prunes the logs from and to a rank, their mirrors and their copies, and its host's stream. */
  void prune(SimulatedRank rank) {
    boolean any = false;
    for (int peer = 0; peer < job.size(); peer++) {
      any |= prune(rank.number(), peer) | prune(peer, rank.number());
    }
    rank.host().stream().prune(rank.number(), this::record);
    if (any) {
      job.count(Rule.PRUNED);
      rank.tell("logs from it and to it are pruned to what copies and checkpoints need");
    }
  }

  private boolean prune(int source, int destination) {
    Channel channel = job.channel(source, destination);
    long sent = sent(source, destination);
    long needed = Math.min(sent, received(destination, source, channel.moves()));
    if (channel.isMirrored()) {
      needed = Math.min(needed, channel.landed() + 1);
    }
    // All of that is in copies: who has a checkpoint there has what it had sent before.
    boolean any = channel.sent().prune(channel.sent().after(needed - 1));
    if (channel.isMirrored()) {
      // Read by its receiver here, whatever other logs its sender has had; it is the order of one.
      long here = Math.min(sent, received(destination, source, 0));
      any |= channel.received().prune(channel.received().after(here - 1));
    }
    for (Copies copies : job.copies()) {
      boolean removed =
          copies.prune(
              source,
              destination,
              moves ->
                  job.mutation() == Mutation.COPIES_PRUNED_BY_SENDER
                      ? sent
                      : Math.min(sent, received(destination, source, moves)));
      if (removed) {
        job.count(Rule.COPIES_PRUNED);
      }
      any |= removed;
    }
    return any;
  }

  /**
   * The first of its own determinants' records that the rank may need. Of two checkpoints the one
   * that is not as far in the program may have been taken later, by an incarnation that had read
   * more of them when it repeated that part. It never decreases, although a rank that has gone on
   * from the older of its checkpoints has only one for a while.
   */
  private long record(int rank) {
    if (records[rank] == 0) {
      records[rank] = findRecord(rank);
    }
    return records[rank];
  }

  private long findRecord(int rank) {
    if (oldest(rank).isEmpty()) {
      return job.rank(rank).checkpoints().firstRecord();
    }
    List<Checkpoint> all = new ArrayList<>(job.rank(rank).checkpoints().kept());
    all.addAll(Copies.counted(job.copies(), rank));
    long first =
        all.stream().mapToLong(checkpoint -> checkpoint.state().firstRecord()).min().orElseThrow();
    return job.rank(rank).checkpoints().needsRecordsFrom(first);
  }

  /** The first message to that destination that the rank may compare. */
  private long sent(int rank, int destination) {
    long first = Long.MAX_VALUE;
    for (Checkpoint checkpoint : oldest(rank)) {
      first = Math.min(first, checkpoint.needs().sent()[destination]);
    }
    return first == Long.MAX_VALUE ? 1 : first;
  }

  /**
   * The first message from that source that the rank may need. Where it stands in one log of its
   * source says nothing of the marks in another one.
   *
   * @param moves how often the source had moved when it wrote the log that is to be pruned
   */
  private long received(int rank, int source, int moves) {
    long first = Long.MAX_VALUE;
    for (Checkpoint checkpoint : oldest(rank)) {
      boolean counts =
          job.mutation() == Mutation.ANY_LOG_COUNTS || checkpoint.needs().moves()[source] >= moves;
      first = Math.min(first, counts ? checkpoint.needs().received()[source] : 1);
    }
    return first == Long.MAX_VALUE ? 1 : first;
  }

  /** The older ones; none as long as all is needed. */
  private List<Checkpoint> oldest(int rank) {
    if (oldest.get(rank) == null) {
      oldest.set(rank, findOldest(rank));
    }
    return oldest.get(rank);
  }

  private List<Checkpoint> findOldest(int rank) {
    List<Checkpoint> kept = job.rank(rank).checkpoints().kept();
    List<Checkpoint> counted = Copies.counted(job.copies(), rank);
    if (job.mutation() == Mutation.PRUNED_WITHOUT_COPIES) {
      counted = kept;
    }
    if (kept.size() < KEPT || counted.size() < KEPT) {
      return List.of();
    }
    Checkpoint copy = counted.get(job.mutation() == Mutation.NEWEST_COPY_COUNTS ? 1 : 0);
    job.rank(rank).checkpoints().prunedTo(List.of(kept.get(0), counted.get(0)));
    return List.of(kept.get(0), copy);
  }
}
