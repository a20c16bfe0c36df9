package org.ftmpj.protocol.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * Several event loggers as far as they concern one rank. Each may die, stand still or lose its disk
 * at any time, as long as disks of a majority are there; what is said to one is late or lost
 * whatever becomes of what is said to others. Processes of the rank that are dead may go on writing
 * for a while, as those of a host that is cut off.
 */
final class Ensemble extends EventLogger {
  private static final int FAULT_ONE_IN = 60;
  private static final int MOST_FAULTS = 16;

  private final Job job;
  private final SimulatedRank rank;
  private final List<LoggerNode> nodes = new ArrayList<>();
  private final List<LogWriter> dead = new ArrayList<>();
  private LogWriter current;
  private int faultsLeft;

  Ensemble(Job job, SimulatedRank rank) {
    super(job, rank);
    this.job = job;
    this.rank = rank;
    int late = job.chance(4) ? job.below(job.setup().loggers()) : -1;
    for (int i = 0; i < job.setup().loggers(); i++) {
      nodes.add(new LoggerNode(job, i == 0, i != late));
    }
    faultsLeft = job.hasOutages() ? job.below(MOST_FAULTS + 1) : 0;
  }

  @Override
  boolean isReadyFor(int incarnation) {
    if (current == null) {
      current = new LogWriter(job, incarnation, nodes);
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
    nodes.forEach(LoggerNode::tick);
    if (faultsLeft > 0 && job.chance(FAULT_ONE_IN)) {
      faultsLeft--;
      LoggerNode.fault(nodes, job);
      return true;
    }
    if (job.chance(2)) {
      boolean moved = nodes.get(job.below(nodes.size())).step();
      return moved || nodes.stream().anyMatch(n -> !n.isWell());
    }
    dead.removeIf(LogWriter::isGone);
    if (!dead.isEmpty() && job.chance(3)) {
      return dead.get(job.below(dead.size())).step();
    }
    return current != null && current.step();
  }
}
