package org.ftmpj.protocol.simulation;

import java.util.ArrayList;
import java.util.List;

/**
 * Several event loggers as far as they concern one log. Each may die, stand still or lose its disk
 * at any time, as long as disks of a majority are there.
 */
final class Loggers {
  private static final int FAULT_ONE_IN = 60;
  private static final int MOST_FAULTS = 16;

  private final Job job;
  private final List<LoggerNode> nodes = new ArrayList<>();
  private int faultsLeft;

  Loggers(Job job) {
    this.job = job;
    int late = job.chance(4) ? job.below(job.setup().loggers()) : -1;
    for (int i = 0; i < job.setup().loggers(); i++) {
      nodes.add(new LoggerNode(job, i == 0, i != late));
    }
    faultsLeft = job.hasOutages() ? job.below(MOST_FAULTS + 1) : 0;
  }

  List<LoggerNode> nodes() {
    return nodes;
  }

  LoggerNode any() {
    return nodes.get(job.below(nodes.size()));
  }

  /** Time goes by. Returns whether something happened to one of them, which is all for now. */
  boolean tick() {
    nodes.forEach(LoggerNode::tick);
    if (faultsLeft > 0 && job.chance(FAULT_ONE_IN)) {
      faultsLeft--;
      LoggerNode.fault(nodes, job);
      return true;
    }
    return false;
  }

  /** One takes what was sent to it. Returns whether there was anything, or one is away. */
  boolean work() {
    boolean moved = any().step();
    return moved || nodes.stream().anyMatch(n -> !n.isWell());
  }

  /** Both. */
  boolean step() {
    return tick() || work();
  }
}
