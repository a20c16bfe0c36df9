package org.ftmpj.protocol.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.error.FtmpjException;
import org.ftmpj.protocol.rank.Outside;
import org.ftmpj.protocol.rank.RankState;
import org.ftmpj.protocol.rank.RecoveryStatistics;
import org.ftmpj.protocol.rank.Stepwise;

/**
 * One rank of a simulated job through all its incarnations: what survives them, and what the oracle
 * knows of it.
 */
final class SimulatedRank implements Surroundings, Outside {

  private enum State {
    DOWN,
    RUNNING,
    AT_GATE,
    WAITING,
    ENDED
  }

  private static final int KEPT_CHECKPOINTS = 2;

  private final Job job;
  private final int number;
  private final EventLogger logger;
  private State state = State.DOWN;
  private int incarnation;
  private int crashIn;
  private boolean diesAtExit;
  private boolean rung;

  // This incarnation.
  private RankChannels channels;
  private RankEvents events;
  private Stepwise calls;
  private Strands strands;
  private int[] putOut = new int[0];
  private boolean live;

  // Survives.
  /** By thread. */
  private final List<List<Long>> lines = new ArrayList<>();

  private int[] heldLines = new int[0];
  private final List<Checkpoint> kept = new ArrayList<>();
  private Checkpoint notDurable;
  private Set<Long> markedEarly;

  // The oracle.
  private long[] seen = new long[256];
  private long[] firstBegun = new long[256];
  private int reached = -1;

  /** The last operation at whose beginning the state is known outside. */
  private int known = -1;

  /** What left the rank last depends on that many determinants. */
  private long neededDeterminants;

  /** What left the rank last depends on the order of that many events of threads. */
  private long neededEvents;

  /** By this incarnation. */
  private final List<Taken> taken = new ArrayList<>();

  private final BitSet[] receivedFrom;
  private final List<CompletedSend> completedSends = new ArrayList<>();

  /** A message that the program has received, by the receive that this operation posted. */
  record Taken(int operation, int source, int context, int tag, Arrival.Message message) {}

  /** A synchronous send that the program found complete at that time. */
  record CompletedSend(int destination, long sequence, long time) {}

  SimulatedRank(Job job, int number) {
    this.job = job;
    this.number = number;
    this.logger = new EventLogger(job, this);
    receivedFrom = new BitSet[job.size()];
    Arrays.setAll(receivedFrom, i -> new BitSet());
  }

  int number() {
    return number;
  }

  int incarnation() {
    return incarnation;
  }

  EventLogger logger() {
    return logger;
  }

  /** What a thread has put out. */
  List<Long> lines(int thread) {
    while (lines.size() <= thread) {
      lines.add(new ArrayList<>());
    }
    return lines.get(thread);
  }

  /** How many threads have put something out. */
  int threadsWithLines() {
    return lines.size();
  }

  Program program() {
    return strands.main();
  }

  List<Taken> taken() {
    return taken;
  }

  List<CompletedSend> completedSends() {
    return completedSends;
  }

  long firstBegun(int operation) {
    return firstBegun[operation];
  }

  boolean hasEnded() {
    return state == State.ENDED;
  }

  /** Of a rank that has ended. */
  int operations() {
    return program().begun();
  }

  boolean isRecovering() {
    return state == State.DOWN || state != State.ENDED && !live;
  }

  void crashIn(int steps) {
    crashIn = steps;
  }

  void dieAtExit() {
    diesAtExit = true;
  }

  void ring() {
    rung = true;
  }

  // Being run.

  /** Gives the rank time. Returns whether there was anything to do. */
  boolean turn() {
    switch (state) {
      case DOWN:
        if (logger.isAway() || logger.hasLate() && job.chance(2)) {
          logger.step(null);
        } else if (!job.chance(4)) {
          start();
        }
        return true;
      case ENDED:
        return logger.step(null);
      case AT_GATE:
        logger.step(events);
        break;
      case WAITING:
        if (!rung) {
          return false;
        }
        break;
      default:
        if (job.isRemote() && job.chance(4)) {
          logger.step(events);
        }
        break;
    }
    operate(1 + job.below(8));
    return true;
  }

  /** 100 ms are over: sleepers look for themselves. */
  void look() {
    if (state == State.WAITING && !rung) {
      if (channels.hasUnread()) {
        job.count(Rule.WAKE_UP_LOST);
      }
      rung = true;
    }
  }

  private void start() {
    incarnation++;
    if (incarnation > 1 && job.othersRecover(this)) {
      job.count(Rule.RECOVERED_TOGETHER);
    }
    Checkpoint from = choose();
    tell("starts incarnation " + incarnation);
    channels = new RankChannels(job, this, from);
    events = new RankEvents(job, this, logger, from);
    heldLines = lines.stream().mapToInt(List::size).toArray();
    putOut = new int[heldLines.length];
    live = false;
    taken.clear();
    for (BitSet received : receivedFrom) {
      received.clear();
    }
    try {
      calls = new Stepwise(channels, events, this, job.setup().receptions());
      strands = new Strands(job::below, this, this::isDone);
      calls.session().threads().order().wakes(strands);
      strands.add(new Program(job.setup().seed(), number, job.plan(), calls, this, strands::add));
      state = State.RUNNING;
    } catch (Crash c) {
      died();
    }
    job.moved();
  }

  /** A checkpoint to begin with: the newest, unless that is damaged; null for none. */
  private Checkpoint choose() {
    if (kept.isEmpty()) {
      return null;
    }
    job.count(Rule.CHECKPOINT_RESTORED);
    if (kept.size() > 1 && job.chance(3)) {
      job.count(Rule.OLDER_CHECKPOINT);
      kept.remove(kept.size() - 1);
    }
    return kept.get(kept.size() - 1);
  }

  private void operate(int most) {
    try {
      rung = false;
      strands.ring();
      if (strands.areBusy()) {
        // It can be killed while it waits.
        step();
      }
      for (int i = 0; i < most; i++) {
        switch (strands.step()) {
          case AT_GATE:
            waitAtGate();
            return;
          case WAITING:
            state = State.WAITING;
            rung |= channels.wasDelayed();
            return;
          case ENDED:
            job.moved();
            state = State.ENDED;
            tell("has ended");
            hasLeft();
            return;
          case DONE:
            job.moved();
            break;
          default:
            break;
        }
      }
      state = State.RUNNING;
    } catch (Crash c) {
      died();
    } catch (FtmpjException e) {
      throw new Violation(
          Violation.Kind.FAIL_STOP,
          "rank " + number + " incarnation " + incarnation + ": " + e.getMessage(),
          e);
    }
  }

  private void isDone(Program thread) {
    if (thread.isAtExit() && diesAtExit && job.mayDie()) {
      diesAtExit = false;
      job.count(Rule.DIED_AT_THE_END);
      tell("dies before its exit record");
      throw die();
    }
  }

  private void waitAtGate() {
    if (state != State.AT_GATE) {
      job.count(Rule.GATE_WAITED);
      tell("  waits at the gate");
    }
    state = State.AT_GATE;
  }

  private void died() {
    job.died();
    tell("is dead");
    if (!live && incarnation > 1) {
      job.count(Rule.DIED_RECOVERING);
    }
    if (strands != null && strands.areSeveral()) {
      job.count(Rule.DIED_WITH_THREADS);
    }
    strands = null;
    state = State.DOWN;
    notDurable = null;
    logger.rankDied();
    crashIn = job.nextCrash();
    if (job.chance(2)) {
      job.ringAll();
    }
  }

  // Where it dies.

  /** Something that takes time: the rank may die here. */
  void step() {
    if (diesNow()) {
      throw die();
    }
  }

  boolean diesNow() {
    job.time();
    return crashIn > 0 && --crashIn == 0 && job.mayDie();
  }

  Crash die() {
    return Crash.NOW;
  }

  /** Kills it from outside, whatever it is doing. */
  void kill() {
    if (state != State.DOWN && state != State.ENDED) {
      died();
    }
  }

  // What the oracle is told.

  @Override
  public void begins(int operation, long hash) {
    step();
    if (operation == seen.length) {
      seen = Arrays.copyOf(seen, 2 * operation);
      firstBegun = Arrays.copyOf(firstBegun, 2 * operation);
    }
    if (operation > reached) {
      reached = operation;
      firstBegun[operation] = job.now();
    } else {
      job.reExecuted();
    }
    if (operation <= known) {
      if (seen[operation] != hash) {
        throw new Violation(
            Violation.Kind.OTHER_REPLAY,
            "rank %d incarnation %d comes to operation %d in another state, but operation %d had left it"
                .formatted(number, incarnation, operation, known));
      }
    } else {
      seen[operation] = hash;
    }
    if (job.isTold()) {
      job.tell(
          "rank %d.%d at %d, %s"
              .formatted(number, incarnation, operation, calls.session().status().state()));
    }
  }

  /** Something has left the rank. */
  void hasLeft() {
    known = Math.max(known, program().current());
    neededDeterminants = Math.max(neededDeterminants, events.last());
    neededEvents = Math.max(neededEvents, program().events());
  }

  /** A new incarnation finds that many determinants. */
  void startsWith(long determinants) {
    if (determinants < neededDeterminants) {
      throw new Violation(
          Violation.Kind.ORPHAN,
          "what left rank %d depends on %d determinants, incarnation %d finds %d"
              .formatted(number, neededDeterminants, incarnation, determinants));
    }
  }

  boolean needsEvents() {
    return neededEvents > 0;
  }

  /** A new incarnation finds the order of that many events. */
  void startsWithEvents(long events) {
    if (events < neededEvents) {
      throw new Violation(
          Violation.Kind.ORPHAN,
          "what left rank %d depends on the order of %d events of threads, incarnation %d finds %d"
              .formatted(number, neededEvents, incarnation, events));
    }
  }

  @Override
  public void received(Request request, Arrival.Message message) {
    BitSet received = receivedFrom[message.source()];
    if (received.get((int) message.sequence())) {
      throw new Violation(
          Violation.Kind.MATCHING,
          "rank %d incarnation %d receives message #%d of rank %d twice"
              .formatted(number, incarnation, message.sequence(), message.source()));
    }
    received.set((int) message.sequence());
    taken.add(
        new Taken(request.operationIndex, request.peer, request.context, request.tag, message));
    events.seen(message.source(), message.sequence());
  }

  @Override
  public void completed(Request request, boolean isLive) {
    job.count(isLive ? Rule.MARKED : Rule.MARKED_AGAIN);
    completedSends.add(new CompletedSend(request.peer, request.sequence, job.now()));
  }

  // Its outputs.

  @Override
  public void print(int thread, long line) {
    step();
    List<Long> its = lines(thread);
    if (putOut.length <= thread) {
      putOut = Arrays.copyOf(putOut, thread + 1);
    }
    int next = putOut[thread]++;
    if (thread < heldLines.length && next < heldLines[thread]) {
      job.count(Rule.OUTPUT_ONCE);
      if (its.get(next) != line) {
        throw new Violation(
            Violation.Kind.OUTPUT,
            "rank %d incarnation %d puts out another line %d of thread %d"
                .formatted(number, incarnation, next, thread));
      }
    } else {
      its.add(line);
      tell("  puts out line " + its.size());
      hasLeft();
    }
    step();
  }

  @Override
  public boolean holdsMoreOutput() {
    for (int thread = 0; thread < heldLines.length; thread++) {
      if (putOut[thread] < heldLines[thread]) {
        return true;
      }
    }
    return false;
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
  public boolean makes(Mutation mistake) {
    return job.mutation() == mistake;
  }

  @Override
  public long outsideValue(int bound) {
    return job.below(bound);
  }

  // The model of checkpoints.

  @Override
  public void checkpoint(int operation) {
    if (!job.setup().checkpoints() || !kept.isEmpty() && newest().operation() >= operation) {
      return;
    }
    step();
    hasLeft();
    tell("  takes a checkpoint");
    notDurable = new Checkpoint(operation, channels.cursors(), events.last());
  }

  private Checkpoint newest() {
    return kept.get(kept.size() - 1);
  }

  /** Time goes by: a checkpoint becomes durable, or logs are pruned. */
  void keepHouse() {
    if (notDurable != null) {
      kept.add(notDurable);
      notDurable = null;
      if (kept.size() > KEPT_CHECKPOINTS) {
        kept.remove(0);
      }
    } else if (kept.size() == KEPT_CHECKPOINTS) {
      // Before there are two, the start of the program is the oldest checkpoint that is kept.
      prune(job.mutation() == Mutation.PRUNED_TO_NEWEST ? newest() : kept.get(0));
    }
  }

  private void prune(Checkpoint covered) {
    boolean any = logger.prune(covered.determinants());
    for (int source = 0; source < job.size(); source++) {
      any |= job.channel(source, number).prune(covered.cursors()[source]);
    }
    if (any) {
      job.count(Rule.PRUNED);
      tell("logs are pruned to its checkpoint at " + covered.operation());
    }
  }

  // Mistakes that are made here.

  void markEarly(int source, long sequence) {
    ChannelLog.Entry entry = job.channel(source, number).message(sequence);
    if (((Arrival.Message) entry.arrival()).envelope().synchronous()) {
      if (markedEarly == null) {
        markedEarly = new HashSet<>();
      }
      markedEarly.add(sequence * job.size() + source);
      channels.appendMark(source, sequence);
    }
  }

  boolean hasMarkedEarly(long sequence, int source) {
    return markedEarly != null && markedEarly.remove(sequence * job.size() + source);
  }

  void snapshotGate() {
    events.snapshot();
  }

  // The story.

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
    if (job.isTold()) {
      job.tell("rank " + number + "." + incarnation + " " + what);
    }
  }
}
