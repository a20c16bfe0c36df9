package org.ftmpj.protocol.simulation;

import java.util.ArrayList;
import java.util.List;
import org.ftmpj.protocol.rank.RankCheckpoint;

/** The checkpoints of a rank that survive it: the last two. */
final class Checkpoints {
  private static final int KEPT = 2;

  private final Job job;
  private final SimulatedRank rank;
  private final List<Checkpoint> kept = new ArrayList<>();

  /** Taken, and lost if the rank dies now. */
  private Checkpoint notDurable;

  /** Whether there were two, so that logs may be pruned, and the start is no beginning any more. */
  private boolean hadTwo;

  /**
   * Where hosts can be lost: to the needs of a checkpoint how far logs were pruned; -1 for none.
   */
  private int prunedTo = -1;

  /** Where hosts can be lost: the first of its determinants' records that was needed at last. */
  private long firstRecord = 1;

  Checkpoints(Job job, SimulatedRank rank) {
    this.job = job;
    this.rank = rank;
  }

  /** A checkpoint to begin with: the newest, unless that is damaged; null for none. */
  Checkpoint choose() {
    if (!kept.isEmpty() && !(hadTwo && kept.size() == 1) && job.chance(3)) {
      job.count(Rule.OLDER_CHECKPOINT);
      kept.remove(kept.size() - 1);
    }
    if (kept.isEmpty()) {
      return null;
    }
    job.count(Rule.CHECKPOINT_RESTORED);
    return newest();
  }

  /** The older one that is kept, or the only one; null if there is none. */
  Checkpoint oldest() {
    return kept.isEmpty() ? null : kept.get(0);
  }

  /** The oldest first. */
  List<Checkpoint> kept() {
    return List.copyOf(kept);
  }

  /** The newest that is durable; null if there is none. */
  Checkpoint newestKept() {
    return kept.isEmpty() ? null : newest();
  }

  /** Loses the checkpoints on a lost host, and keeps the copies whose logs are still complete. */
  void hostLost(List<Checkpoint> copied) {
    notDurable = null;
    kept.clear();
    copied.stream().filter(copy -> copy.operation() >= prunedTo).forEach(kept::add);
    hadTwo = kept.size() == KEPT || prunedTo >= 0;
  }

  /** Where hosts can be lost: logs are pruned to what these need; it goes on from no older one. */
  void prunedTo(List<Checkpoint> oldest) {
    int to = oldest.stream().mapToInt(Checkpoint::operation).min().orElseThrow();
    prunedTo = Math.max(prunedTo, to);
  }

  /** The operation of the oldest checkpoint that the rank can go on from; -1 for its start. */
  int prunedTo() {
    return prunedTo;
  }

  /** The first of its determinants' records that it may need, by what was found last. */
  long firstRecord() {
    return firstRecord;
  }

  /** Notes that records before that one are not needed, and returns the first one that is. */
  long needsRecordsFrom(long record) {
    firstRecord = Math.max(firstRecord, record);
    return firstRecord;
  }

  private Checkpoint newest() {
    return kept.get(kept.size() - 1);
  }

  /** Whether one is to be taken before that operation: there is none of it yet. */
  boolean isDue(int operation) {
    Checkpoint last = notDurable != null || kept.isEmpty() ? notDurable : newest();
    return last == null || last.operation() < operation;
  }

  void take(Checkpoint checkpoint) {
    notDurable = checkpoint;
  }

  void died() {
    notDurable = null;
  }

  /** Time goes by: a checkpoint becomes durable, or logs are pruned. */
  void keepHouse() {
    if (notDurable != null) {
      // Others may depend on it from now on.
      rank.consistency().hasLeft(notDurable.dependence());
      kept.add(notDurable);
      notDurable = null;
      if (kept.size() > KEPT) {
        kept.remove(0);
      }
      hadTwo |= kept.size() == KEPT && job.setup().prunes();
    } else if (kept.size() == KEPT && job.setup().prunes()) {
      // Before there are two, the start of the program is the oldest checkpoint that is kept.
      if (job.setup().losses() > 0) {
        new Needs(job).prune(rank);
      } else {
        prune(job.mutation() == Mutation.PRUNED_TO_NEWEST ? newest() : kept.get(0));
      }
    }
  }

  private void prune(Checkpoint oldest) {
    RankCheckpoint covered = oldest.state();
    boolean any = rank.logger().prune(covered.firstRecord() - 1);
    for (int peer = 0; peer < job.size(); peer++) {
      any |= job.channel(peer, rank.number()).received().prune(needed(peer, covered));
      any |= pruneShipped(job.channel(rank.number(), peer), covered.firstSent(peer) - 1);
    }
    if (any) {
      job.count(Rule.PRUNED);
      rank.tell("logs are pruned to its checkpoint at " + oldest.operation());
    }
  }

  /** A log whose receiver is elsewhere: its host has what the sender does not need. */
  private boolean pruneShipped(Channel channel, long sent) {
    if (!channel.isMirrored()) {
      return false;
    }
    long there =
        job.mutation() == Mutation.PRUNED_WHEN_SHIPPED
            ? rank.host().shipped(channel)
            : channel.landed();
    long needed = job.mutation() == Mutation.SENDER_NOT_ASKED ? there : Math.min(there, sent);
    boolean any = channel.sent().prune(channel.sent().after(needed));
    if (any) {
      job.count(Rule.SHIPPED_PRUNED);
    }
    return any;
  }

  /**
   * From which entry on a log may be read: by the receiver, or by the sender, who sends again. A
   * mirror is read by the receiver only.
   */
  private int needed(int source, RankCheckpoint covered) {
    Channel channel = job.channel(source, rank.number());
    ChannelLog log = channel.received();
    long received =
        job.mutation() == Mutation.PRUNED_WHEN_READ
            ? covered.read().get(source).sequence()
            : covered.firstReceived(source) - 1;
    if (channel.isMirrored()) {
      long sent = job.rank(source).checkpoints().sent(rank.number());
      int needed = log.after(job.mutation() == Mutation.MIRROR_AS_THE_LOG ? sent : received);
      if (needed > log.pruned()) {
        job.count(Rule.MIRROR_PRUNED);
      }
      return needed;
    }
    return job.mutation() == Mutation.SENDER_NOT_ASKED
        ? log.after(received)
        : log.after(Math.min(received, job.rank(source).checkpoints().sent(rank.number())));
  }

  /** How many messages to a rank each checkpoint covers that may be begun with. */
  private long sent(int destination) {
    return kept.size() == KEPT ? kept.get(0).state().firstSent(destination) - 1 : 0;
  }
}
