package org.ftmpj.protocol.simulation;

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

  /** The incarnation that runs or has ended; null while the rank is down. */
  private Incarnation life;

  // What survives it.
  private final Lines lines;
  private final Checkpoints checkpoints;
  private final Consistency consistency;
  private final Matches matches;
  private final EarlyMarks earlyMarks;

  SimulatedRank(Job job, int number) {
    this.job = job;
    this.number = number;
    this.logger = new EventLogger(job, this);
    this.lines = new Lines(job, this);
    this.checkpoints = new Checkpoints(job, this);
    this.consistency = new Consistency(job, this);
    this.matches = new Matches(this, job.size());
    this.earlyMarks = new EarlyMarks(job.size());
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
        if (logger.isAway() || logger.hasLate() && job.chance(2)) {
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
        if (job.isRemote() && job.chance(4)) {
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
    tell("starts incarnation " + incarnation);
    life = new Incarnation(job, this, from);
    lines.start();
    matches.start();
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
        if (job.setup().snapshots() && job.chance(SNAPSHOT_ONE_IN)) {
          life.goOnFromSnapshot();
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

  private void waitAtGate() {
    if (state != State.AT_GATE) {
      job.count(Rule.GATE_WAITED);
      tell("  waits at the gate");
    }
    state = State.AT_GATE;
  }

  private void died() {
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

  void snapshotGate() {
    life.events().snapshot();
  }

  /** Time goes by. */
  void keepHouse() {
    checkpoints.keepHouse();
  }

  /** Publishes a matched mark before its time, by mistake. */
  void markEarly(int source, long sequence) {
    ChannelLog.Entry entry = job.channel(source, number).message(sequence);
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
