package org.ftmpj.protocol.simulation;

import java.util.List;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.rank.Forgotten;
import org.ftmpj.protocol.rank.PendingOperation;
import org.ftmpj.protocol.rank.RankCheckpoint;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.protocol.rank.RestoredRank;
import org.ftmpj.protocol.rank.Snapshots;
import org.ftmpj.protocol.rank.Stepwise;
import org.ftmpj.protocol.rank.Trace;
import org.ftmpj.protocol.replay.RankListener;
import org.ftmpj.protocol.replay.RankState;
import org.ftmpj.protocol.replay.RecoveryStatistics;

/** One incarnation of a rank: the program, and what it is run in. */
final class Incarnation implements Surroundings, RankListener {
  private final Job job;
  private SimulatedRank rank;
  private final RankChannels channels;

  /** What it goes on from; null if it begins at the start. */
  private final Checkpoint from;

  private final RankEvents events;
  private Stepwise calls;
  private Strands strands;
  private boolean live;

  Incarnation(Job job, SimulatedRank rank, Checkpoint from) {
    this.job = job;
    this.rank = rank;
    this.from = from;
    channels = new RankChannels(job, rank);
    events = new RankEvents(job, rank, rank.logger(), from);
  }

  /** Reads the history, and starts the program. */
  void start() {
    if (from == null) {
      start(new Stepwise(channels, events, this, job.setup().receptions()), this);
    } else {
      RestoredRank restored =
          RankSession.restored(
              channels, events, this, job.setup().receptions(), from.read(job.mutation()));
      Trace trace = from.trace().begin(from.length());
      start(Stepwise.retracing(restored.session(), trace), new Quiet(job.mutation()));
      strands.retrace(trace);
      strands.goOn(restored, this);
    }
  }

  private void start(Stepwise with, Surroundings surroundings) {
    calls = with;
    strands = new Strands(job::below, this, thread -> rank.isDone(thread));
    calls.session().threads().order().wakes(strands);
    strands.add(
        new Program(
            job.setup().seed(), rank.number(), job.plan(), calls, surroundings, strands::add));
  }

  /** From now on it goes on for itself, on a host that is given up. */
  void belongsTo(SimulatedRank zombie) {
    rank = zombie;
    channels.belongTo(zombie);
    events.belongTo(zombie);
  }

  /** Throws the protocol's state away, and goes on from a snapshot of it. */
  void goOnFromSnapshot() {
    Mutation mistake = job.mutation();
    Snapshots.goOn(
            strands.calls(),
            channels,
            events,
            this,
            job.setup().receptions(),
            mistake == null ? Forgotten.NOTHING : mistake.forgotten())
        .threads()
        .order()
        .wakes(strands);
    program().goOn();
    strands.goOn();
    job.count(Rule.SNAPSHOT_TAKEN);
    if (job.isTold()) {
      tell("  goes on from a snapshot");
    }
  }

  RankChannels channels() {
    return channels;
  }

  RankEvents events() {
    return events;
  }

  Strands strands() {
    return strands;
  }

  Program program() {
    return strands.main();
  }

  boolean isLive() {
    return live;
  }

  boolean hasSeveralThreads() {
    return strands != null && strands.areSeveral();
  }

  /** Something has left the rank. */
  void hasLeft() {
    if (!rank.isZombie()) {
      rank.consistency().hasLeft(dependence());
    }
  }

  /** What something depends on that leaves the rank now; null of a zombie. */
  Dependence dependence() {
    Program main = program();
    return rank.isZombie() ? null : new Dependence(main.current(), events.last(), main.events());
  }

  @Override
  public void begins(int operation, long hash) {
    rank.step();
    if (rank.isZombie()) {
      job.rank(rank.number()).consistency().isBegun(operation);
    } else {
      rank.consistency().begins(operation, hash);
    }
    if (job.isTold()) {
      job.tell(
          "rank %d.%d at %d, %s"
              .formatted(
                  rank.number(), rank.incarnation(), operation, calls.session().status().state()));
    }
  }

  @Override
  public void received(Request request, Arrival.Message message) {
    if (!rank.isZombie()) {
      rank.matches().received(request, message);
    }
    events.seen(message.source(), message.sequence());
  }

  @Override
  public void completed(Request request, boolean isLive) {
    job.count(isLive ? Rule.MARKED : Rule.MARKED_AGAIN);
    if (!rank.isZombie()) {
      rank.matches().completed(request, job.now());
    }
  }

  @Override
  public void print(int thread, long line) {
    rank.step();
    if (!rank.isZombie() && rank.lines().add(thread, line)) {
      tell("  puts out line " + rank.lines().of(thread).size());
      hasLeft();
      if (rank.host() != null) {
        rank.lines().isInLog(thread, dependence());
      }
    }
    rank.step();
  }

  @Override
  public boolean hasUnrepeatedOutput() {
    return rank.lines().holdMore();
  }

  /** Takes a checkpoint, if it is time: never while the rank repeats. */
  void saveIfDue() {
    if (live && strands.mayBeSaved() && rank.checkpoints().isDue(program().current() + 1)) {
      tell("  takes a checkpoint");
      strands.save();
    }
  }

  @Override
  public void taken(RankCheckpoint checkpoint) {
    rank.step();
    count(checkpoint);
    byte[] bytes = checkpoint.encode();
    rank.checkpoints()
        .take(
            new Checkpoint(
                bytes,
                RankCheckpoint.decode(bytes),
                program().current() + 1,
                calls.trace(),
                calls.trace().length(),
                rank.lines().putOut(),
                rank.lines().linesPutOut(),
                List.copyOf(rank.matches().taken()),
                dependence(),
                needs(checkpoint)));
    rank.step();
  }

  /**
   * Of a log that is read from its beginning, and not as far yet, is known what was at the
   * checkpoint before.
   */
  private Checkpoint.Needs needs(RankCheckpoint checkpoint) {
    int size = job.size();
    Checkpoint.Needs needs = new Checkpoint.Needs(new long[size], new long[size], new int[size]);
    for (int peer = 0; peer < size; peer++) {
      needs.sent()[peer] = checkpoint.firstSent(peer);
      needs.received()[peer] = checkpoint.firstReceived(peer);
      Integer known = channels.movesOf(peer, checkpoint.read().get(peer).sequence());
      needs.moves()[peer] = known != null ? known : from == null ? 0 : from.needs().moves()[peer];
    }
    return needs;
  }

  private void count(RankCheckpoint checkpoint) {
    job.count(Rule.CHECKPOINT_TAKEN);
    if (checkpoint.threads().active()) {
      job.count(Rule.CHECKPOINT_AFTER_THREADS);
    }
    for (PendingOperation left : checkpoint.left()) {
      job.count(
          switch (left.kind()) {
            case RECEIVE -> Rule.CHECKPOINT_IN_RECEIVE;
            case PROBE -> Rule.CHECKPOINT_IN_PROBE;
            case DELIVERY -> Rule.CHECKPOINT_IN_DELIVERY;
            case WAIT -> Rule.CHECKPOINT_IN_WAIT;
            case HAND_OVER -> Rule.CHECKPOINT_IN_HAND_OVER;
          });
    }
    if (!checkpoint.matching().posted().isEmpty()) {
      job.count(Rule.CHECKPOINT_WITH_RECEIVES);
    }
    if (!checkpoint.matching().unexpected().isEmpty()) {
      job.count(Rule.CHECKPOINT_WITH_MESSAGES);
    }
  }

  @Override
  public long outsideValue(int bound) {
    return job.below(bound);
  }

  @Override
  public boolean makes(Mutation mistake) {
    return job.mutation() == mistake;
  }

  @Override
  public void live(RecoveryStatistics statistics) {
    live = true;
  }

  @Override
  public void transition(RankState from, RankState to, String why) {
    if (job.isTold()) {
      tell("  " + from + " -> " + to + ": " + why);
    }
  }

  @Override
  public void count(Rule rule) {
    job.count(rule);
  }

  @Override
  public boolean isTold() {
    return job.isTold();
  }

  @Override
  public void tell(String what) {
    rank.tell(what);
  }
}
