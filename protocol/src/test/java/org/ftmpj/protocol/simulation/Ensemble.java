package org.ftmpj.protocol.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * Several event loggers as far as they concern one rank: what is said to one is late or lost
 * whatever becomes of what is said to others. Processes of the rank that are dead may go on writing
 * for a while, as those of a host that is cut off.
 */
final class Ensemble extends EventLogger {
  private final Job job;
  private final SimulatedRank rank;
  private final Loggers loggers;
  private final List<LogWriter> dead = new ArrayList<>();
  private LogWriter current;

  Ensemble(Job job, SimulatedRank rank) {
    super(job, rank);
    this.job = job;
    this.rank = rank;
    loggers = new Loggers(job);
  }

  @Override
  boolean isReadyFor(int incarnation) {
    if (current == null) {
      current = new LogWriter(job, incarnation, loggers.nodes());
    }
    return current.isReady();
  }

  @Override
  List<byte[]> stored() {
    return current.records();
  }

  @Override
  void fence(int incarnation) {
    // The writer has done that.
  }

  @Override
  boolean hasLate() {
    return false;
  }

  @Override
  void rankDied() {
    if (current != null) {
      current.die(job.chance(2) ? 0 : 1 + job.below(300));
      dead.add(current);
      current = null;
    }
  }

  @Override
  boolean step(RankEvents client) {
    if (current != null && client != null) {
      current.serves(client);
    }
    boolean moved = false;
    for (int i = 1 + job.below(8); i > 0; i--) {
      moved |= stepOnce();
    }
    if (current != null && !current.isReady() && job.mayDie() && job.chance(200)) {
      rank.dieOpening();
      moved = true;
    }
    if (moved) {
      job.moved();
    }
    return moved;
  }

  private boolean stepOnce() {
    if (loggers.tick()) {
      return true;
    }
    if (job.chance(2)) {
      return loggers.work();
    }
    dead.removeIf(LogWriter::isGone);
    if (!dead.isEmpty() && job.chance(3)) {
      return dead.get(job.below(dead.size())).step();
    }
    return current != null && current.step();
  }
}
