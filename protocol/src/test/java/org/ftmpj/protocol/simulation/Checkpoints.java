package org.ftmpj.protocol.simulation;

import java.util.ArrayList;
import java.util.List;

/** The checkpoints of a rank: a model, see {@link Checkpoint}. */
final class Checkpoints {
  private static final int KEPT = 2;

  private final Job job;
  private final SimulatedRank rank;
  private final List<Checkpoint> kept = new ArrayList<>();

  /** Taken, and lost if the rank dies now. */
  private Checkpoint notDurable;

  Checkpoints(Job job, SimulatedRank rank) {
    this.job = job;
    this.rank = rank;
  }

  /** A checkpoint to begin with: the newest, unless that is damaged; null for none. */
  Checkpoint choose() {
    if (kept.isEmpty()) {
      return null;
    }
    job.count(Rule.CHECKPOINT_RESTORED);
    if (kept.size() > 1 && job.chance(3)) {
      job.count(Rule.OLDER_CHECKPOINT);
      kept.remove(kept.size() - 1);
    }
    return newest();
  }

  private Checkpoint newest() {
    return kept.get(kept.size() - 1);
  }

  /** Whether one is to be taken before that operation. */
  boolean isDue(int operation) {
    return job.setup().checkpoints() && (kept.isEmpty() || newest().operation() < operation);
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
      kept.add(notDurable);
      notDurable = null;
      if (kept.size() > KEPT) {
        kept.remove(0);
      }
    } else if (kept.size() == KEPT) {
      // Before there are two, the start of the program is the oldest checkpoint that is kept.
      prune(job.mutation() == Mutation.PRUNED_TO_NEWEST ? newest() : kept.get(0));
    }
  }

  private void prune(Checkpoint covered) {
    boolean any = rank.logger().prune(covered.determinants());
    for (int source = 0; source < job.size(); source++) {
      any |= job.channel(source, rank.number()).received().prune(needed(source, covered));
    }
    if (any) {
      job.count(Rule.PRUNED);
      rank.tell("logs are pruned to its checkpoint at " + covered.operation());
    }
  }

  /** From which entry on a log may be read: by the receiver, or by the sender, who sends again. */
  private int needed(int source, Checkpoint covered) {
    int received = covered.cursors()[source];
    return job.mutation() == Mutation.SENDER_NOT_ASKED
        ? received
        : Math.min(received, job.rank(source).checkpoints().sent(rank.number()));
  }

  /** How many entries of an outbound log each checkpoint covers that may be begun with. */
  private int sent(int destination) {
    return kept.size() == KEPT ? kept.get(0).sent()[destination] : 0;
  }
}
