package org.ftmpj.protocol.simulation;

import java.util.ArrayList;
import java.util.List;
import org.ftmpj.protocol.quorum.Accept;
import org.ftmpj.protocol.quorum.LogShape;
import org.ftmpj.protocol.quorum.Replica;

/**
 * One of several event loggers as far as it concerns one rank: what it has, and whether it runs.
 */
final class LoggerNode {
  private static final int LONGEST_AWAY = 80;

  private final LoggerWorld world;
  private final boolean isFirst;

  /** Null stands for one that was dropped, or never came because it was needed no more. */
  private final List<byte[]> records = new ArrayList<>();

  private final List<LoggerWire> wires = new ArrayList<>();
  private Replica replica;

  /** The connection that it takes records from; null if there is none. */
  private LoggerWire admitted;

  private int down;
  private int still;

  LoggerNode(LoggerWorld world, boolean isFirst, boolean wasThere) {
    this.world = world;
    this.isFirst = isFirst;
    replica = new Replica(0, LogShape.EMPTY, wasThere);
    down = wasThere ? 0 : world.below(200);
  }

  boolean isUp() {
    return down == 0;
  }

  /** Whether it answers. */
  boolean isWell() {
    return isUp() && still == 0;
  }

  boolean isComplete() {
    return replica.isComplete();
  }

  List<byte[]> records() {
    return records;
  }

  LoggerWire connect(LogWriter writer) {
    LoggerWire wire = new LoggerWire(writer);
    wires.add(wire);
    return wire;
  }

  // What happens to it.

  /** Something happens to one of them. Most disks stay. */
  static void fault(List<LoggerNode> nodes, LoggerWorld world) {
    LoggerNode node = nodes.get(world.below(nodes.size()));
    int steps = 1 + world.below(LONGEST_AWAY);
    switch (world.below(4)) {
      case 0:
        node.die(steps);
        break;
      case 1:
        node.standStill(steps);
        break;
      case 2:
        long lost = nodes.stream().filter(n -> !n.isComplete()).count();
        if (!node.isComplete() || lost + 1 <= nodes.size() / 2) {
          node.loseDisk(steps);
        }
        break;
      default:
        node.cutOne();
        break;
    }
    if (nodes.stream().filter(n -> !n.isWell()).count() > nodes.size() / 2) {
      world.count(Rule.MAJORITY_LOST);
    }
  }

  void die(int steps) {
    world.count(Rule.LOGGER_DIED);
    for (LoggerWire wire : wires) {
      wire.cut(world);
      while (!wire.toLogger.isEmpty()) {
        receive(wire);
      }
    }
    wires.clear();
    admitted = null;
    down = steps;
    still = 0;
  }

  void standStill(int steps) {
    world.count(Rule.LOGGER_DIED);
    still = steps;
  }

  void loseDisk(int steps) {
    world.count(Rule.DISK_LOST);
    die(steps);
    records.clear();
    replica = new Replica(0, LogShape.EMPTY, false);
  }

  void cutOne() {
    if (!wires.isEmpty()) {
      wires.get(world.below(wires.size())).cut(world);
    }
  }

  /** Time goes by. */
  void tick() {
    down = Math.max(0, down - 1);
    still = Math.max(0, still - 1);
    wires.removeIf(w -> w.isCut && w.toLogger.isEmpty() && w.toWriter.isEmpty());
  }

  /** Takes something that has been sent to it. Returns whether there was anything. */
  boolean step() {
    if (!isWell() || wires.isEmpty()) {
      return false;
    }
    LoggerWire wire = wires.get(world.below(wires.size()));
    if (wire.toLogger.isEmpty()) {
      return false;
    }
    receive(wire);
    return true;
  }

  // What it does.

  private void receive(LoggerWire wire) {
    LoggerWire.Request request = wire.toLogger.remove();
    if (request instanceof LoggerWire.Request.Look) {
      answer(wire, new LoggerWire.Reply.Looked(replica.shape()));
    } else if (request instanceof LoggerWire.Request.Hello) {
      admit(wire);
    } else if (request instanceof LoggerWire.Request.Write write) {
      accept(wire, write);
    } else if (request instanceof LoggerWire.Request.Read read && wire == admitted) {
      List<byte[]> some = records.subList((int) read.first() - 1, (int) read.last());
      int count = 1 + world.below(some.size());
      require(some.subList(0, count));
      answer(wire, new LoggerWire.Reply.Records(read, List.copyOf(some.subList(0, count))));
    } else if (request instanceof LoggerWire.Request.Prune prune && wire == admitted) {
      int end = (int) Math.min(prune.upTo(), records.size());
      for (int i = 0; i < end; i++) {
        records.set(i, null);
      }
      world.count(Rule.LOGGER_PRUNED);
    }
  }

  /** None of them was dropped. */
  private static void require(List<byte[]> wanted) {
    if (wanted.contains(null)) {
      throw new Violation(Violation.Kind.ORPHAN, "a record is read that a logger has dropped");
    }
  }

  private void answer(LoggerWire wire, LoggerWire.Reply reply) {
    if (!wire.isCut) {
      wire.toWriter.add(reply);
    }
  }

  private void admit(LoggerWire wire) {
    boolean promises = world.mutation() != Mutation.FENCE_OF_ONE || isFirst;
    int incarnation = wire.writer.incarnation();
    if (incarnation < replica.promised() || promises && !replica.promise(incarnation)) {
      answer(wire, new LoggerWire.Reply.Refused(true));
      return;
    }
    if (promises) {
      if (admitted != null) {
        admitted.isCut = true;
        admitted.toLogger.clear();
      }
      admitted = wire;
    }
    long first = 1 + records.lastIndexOf(null) + 1;
    answer(wire, new LoggerWire.Reply.Welcome(replica.shape(), first, replica.isComplete()));
  }

  private void accept(LoggerWire wire, LoggerWire.Request.Write write) {
    if (world.mutation() == Mutation.FENCE_OF_ONE && replica.promise(wire.writer.incarnation())) {
      admitted = wire;
    }
    Accept accept = write.accept();
    long before = replica.shape().last();
    boolean wasComplete = replica.isComplete();
    Replica.Answer answer = replica.accept(wire.writer.incarnation(), accept);
    if (answer != Replica.Answer.ACCEPTED) {
      answer(wire, new LoggerWire.Reply.Refused(answer == Replica.Answer.FENCED));
      return;
    }
    if (accept.first() <= before) {
      world.count(Rule.TAIL_REPLACED);
      records.subList((int) accept.first() - 1, records.size()).clear();
    }
    if (!wasComplete && replica.isComplete()) {
      world.count(Rule.DISK_RESTORED);
    }
    records.addAll(write.records());
    answer(wire, new LoggerWire.Reply.Acknowledged(replica.shape().last(), accept.ticket()));
  }
}
