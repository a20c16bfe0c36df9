package org.ftmpj.protocol.simulation;

import java.util.List;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.protocol.channel.Arrival;

/** One rank of a simulated job through all its incarnations, and what it does when. */
final class SimulatedRank {
  /** Of so many steps, one begins with a restored state of the protocol. */
  private static final int SNAPSHOT_ONE_IN = 32;

  private enum State {
    DOWN,
    RUNNING,
    AT_GATE,
    WAITING,
    ENDED
  }

  private final Job job;
  private final int number;
  private final EventLogger logger;
  private State state = State.DOWN;
  private int incarnation;
  private int crashIn;
  private boolean diesAtExit;
  private boolean rung;

  /** Where it runs; null if the job has one host only. */
  private Host host;

  /** Where it ran before; null if it was nowhere else. */
  private Host lost;

  /** Whether it runs on a host that is given up, while another one takes its place. */
  private final boolean isZombie;

  /** The incarnation that runs or has ended; null while the rank is down. */
  private Incarnation life;

  // What survives it.
  private final Lines lines;
  private final Checkpoints checkpoints;
  private final Consistency consistency;
  private final Matches matches;
  private final EarlyMarks earlyMarks;

  SimulatedRank(Job job, int number, Host host) {
    this(job, number, host, false);
  }

  private SimulatedRank(Job job, int number, Host host, boolean isZombie) {
    this.job = job;
    this.number = number;
    this.host = host;
    this.isZombie = isZombie;
    this.logger = loggerOf();
    this.lines = new Lines(job, this);
    this.checkpoints = new Checkpoints(job, this);
    this.consistency = new Consistency(job, this);
    this.matches = new Matches(this, job.size());
    this.earlyMarks = new EarlyMarks(job.size());
  }

  private EventLogger loggerOf() {
    if (host != null) {
      return job.hasStreamsInMajorities()
          ? new MovedHistory(job, this)
          : new EventLogger(job, this);
    }
    return job.setup().loggers() > 1 ? new Ensemble(job, this) : new EventLogger(job, this);
  }

  int number() {
    return number;
  }

  int incarnation() {
    return incarnation;
  }

  Host host() {
    return host;
  }

  boolean isZombie() {
    return isZombie;
  }

  EventLogger logger() {
    return logger;
  }

  /** All its determinants, stable or not. */
  List<byte[]> determinants() {
    return host == null ? logger.stored() : host.determinants(this);
  }

  Lines lines() {
    return lines;
  }

  Checkpoints checkpoints() {
    return checkpoints;
  }

  Consistency consistency() {
    return consistency;
  }

  Matches matches() {
    return matches;
  }

  EarlyMarks earlyMarks() {
    return earlyMarks;
  }

  Program program() {
    return life.program();
  }

  boolean hasEnded() {
    return state == State.ENDED;
  }

  /** Of a rank that has ended. */
  int operations() {
    return program().begun();
  }

  boolean isRecovering() {
    return state == State.DOWN || state != State.ENDED && !life.isLive();
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
        if (isZombie || host != null && !host.isUp()) {
          return false;
        }
        if (!logger.isReadyFor(incarnation + 1) || logger.hasLate() && job.chance(2)) {
          logger.step(null);
        } else if (!job.chance(4)) {
          start();
        }
        return true;
      case ENDED:
        return logger.step(null);
      case AT_GATE:
        logger.step(life.events());
        break;
      case WAITING:
        if (!rung) {
          return false;
        }
        break;
      default:
        if (job.isRemote() && host == null && job.chance(4)) {
          logger.step(life.events());
        }
        break;
    }
    operate(1 + job.below(8));
    return true;
  }

  /** 100 ms are over: sleepers look for themselves. */
  void look() {
    if (state == State.WAITING && !rung) {
      if (life.channels().hasUnread()) {
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
    Checkpoint from = checkpoints.choose();
    tell(
        "starts incarnation "
            + incarnation
            + (from == null ? "" : " from its checkpoint at " + from.operation()));
    if (lost != null && job.mutation() == Mutation.FENCE_BY_RANK) {
      lost.stream().fence(number);
    }
    if (from != null && from.isRemote()) {
      job.count(Rule.MOVED_WITH_COPY);
    }
    life = new Incarnation(job, this, from);
    lines.start(from == null ? new int[0] : from.putOut());
    matches.start(from == null ? List.of() : from.taken());
    try {
      life.start();
      state = State.RUNNING;
    } catch (Crash c) {
      died();
    }
    job.moved();
  }

  private void operate(int most) {
    try {
      rung = false;
      Strands strands = life.strands();
      strands.ring();
      if (strands.areBusy()) {
        // It can be killed while it waits.
        step();
      }
      for (int i = 0; i < most; i++) {
        if (job.setup().snapshots()
            && strands.mayGoOnFromSnapshot()
            && job.chance(SNAPSHOT_ONE_IN)) {
          life.goOnFromSnapshot();
        }
        if (job.setup().checkpoints() && job.chance(job.setup().checkpointOneIn())) {
          life.saveIfDue();
        }
        switch (strands.step()) {
          case AT_GATE:
            waitAtGate();
            return;
          case WAITING:
            state = State.WAITING;
            rung |= life.channels().wasDelayed();
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

  /** An operation of a thread is done, which does not know that yet. */
  void isDone(Program thread) {
    if (thread.isAtExit() && diesAtExit && job.mayDie()) {
      diesAtExit = false;
      job.count(Rule.DIED_AT_THE_END);
      tell("dies before its exit record");
      throw die();
    }
  }

  /** Dies while it fences the incarnation before it and takes over its records. */
  void dieOpening() {
    incarnation++;
    tell("dies before it has its determinants");
    job.count(Rule.DIED_RECOVERING);
    logger.rankDied();
    job.died();
  }

  boolean isSaving() {
    return life.strands().areSaving();
  }

  private void waitAtGate() {
    if (state != State.AT_GATE) {
      job.count(isSaving() ? Rule.CHECKPOINT_WAITED : Rule.GATE_WAITED);
      tell("  waits at the gate");
    }
    state = State.AT_GATE;
  }

  private void died() {
    if (isZombie) {
      state = State.DOWN;
      return;
    }
    boolean wasLive = life.isLive();
    job.died(); // Others may die with it, and it once more.
    tell("is dead");
    if (!wasLive && incarnation > 1) {
      job.count(Rule.DIED_RECOVERING);
    }
    if (life != null && life.hasSeveralThreads()) {
      job.count(Rule.DIED_WITH_THREADS);
    }
    life = null;
    state = State.DOWN;
    checkpoints.died();
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

  void hasLeft() {
    life.hasLeft();
  }

  /** What something depends on that leaves it now. */
  Dependence dependence() {
    return life.dependence();
  }

  // Hosts.

  /** Its host is dead, and it with it. */
  void dieWithHost() {
    if (state != State.DOWN && state != State.ENDED) {
      tell("dies with its host");
      life = null;
      state = State.DOWN;
    }
  }

  /**
   * Its host is given up: it starts on another one, even if it had ended.
   *
   * @param copied the checkpoints that it may go on from, or else from the beginning
   * @return what goes on on the old host; null if nothing does
   */
  SimulatedRank moveTo(Host next, List<Checkpoint> copied) {
    SimulatedRank zombie = null;
    if (state != State.DOWN && state != State.ENDED) {
      zombie = new SimulatedRank(job, number, host, true);
      zombie.incarnation = incarnation;
      zombie.life = life;
      zombie.state = state;
      zombie.rung = true;
      life.belongsTo(zombie);
    }
    life = null;
    state = State.DOWN;
    lost = host;
    host = next;
    logger.moved(lost.stream());
    consistency.hostLost();
    checkpoints.hostLost(copied);
    lines.hostLost(copied);
    matches.hostLost();
    crashIn = job.nextCrash();
    return zombie;
  }

  void snapshotGate() {
    life.events().snapshot();
  }

  /** Time goes by. */
  void keepHouse() {
    checkpoints.keepHouse();
  }

  /** Publishes a matched mark before its time, by mistake. */
  void markEarly(int source, long sequence) {
    ChannelLog.Entry entry = job.channel(source, number).received().message(sequence);
    if (((Arrival.Message) entry.arrival()).envelope().synchronous()) {
      earlyMarks.add(source, sequence);
      life.channels().appendMark(source, sequence);
    }
  }

  void tell(String what) {
    if (job.isTold()) {
      job.tell("rank " + number + "." + incarnation + " " + what);
    }
  }
}
