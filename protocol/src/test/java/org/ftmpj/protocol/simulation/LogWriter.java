package org.ftmpj.protocol.simulation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.ftmpj.protocol.quorum.Accept;
import org.ftmpj.protocol.quorum.LogShape;
import org.ftmpj.protocol.quorum.QuorumWriter;
import org.ftmpj.protocol.quorum.Task;

/** One incarnation of a rank as it writes to several event loggers. */
final class LogWriter {
  /** The rank that it writes for. */
  interface Client {
    /** What this incarnation has recorded, from that record on, of which the first is 0. */
    List<byte[]> added(int from);

    /** The number of its last record. */
    long last();

    void acknowledge(long number);
  }

  private final LoggerWorld world;
  private final int incarnation;
  private final List<LoggerNode> nodes;
  private final QuorumWriter core;
  private final LoggerWire[] wires;
  private final LoggerWire.Request.Read[] asked;
  private final LogShape[] looked;

  /** Up to which record each logger was told that none is needed. */
  private final long[] pruned;

  /** The same, to be told. */
  private long toPrune;

  /** What it took over; null before. */
  private List<byte[]> history;

  /** Null before its program runs. */
  private Client events;

  /** How many steps it makes once more after its death; negative while it lives. */
  private int haunts = -1;

  private boolean isSuperseded;
  private boolean isRefused;

  LogWriter(LoggerWorld world, int incarnation, List<LoggerNode> nodes) {
    this.world = world;
    this.incarnation = incarnation;
    this.nodes = nodes;
    core = new QuorumWriter(nodes.size(), incarnation);
    wires = new LoggerWire[nodes.size()];
    asked = new LoggerWire.Request.Read[nodes.size()];
    looked = new LogShape[nodes.size()];
    pruned = new long[nodes.size()];
  }

  /** Records up to that one are needed by no incarnation any more. */
  void prune(long upTo) {
    toPrune = Math.max(toPrune, upTo);
    core.prune(
        world.mutation() == Mutation.STABLE_PASSED_OVER && core.isOpen() ? core.stable() : upTo);
  }

  int incarnation() {
    return incarnation;
  }

  boolean isReady() {
    return history != null;
  }

  /** All records that it knows. */
  List<byte[]> records() {
    List<byte[]> all = new ArrayList<>(history);
    if (events != null) {
      all.addAll(events.added(0));
    }
    return all;
  }

  void serves(Client client) {
    events = client;
  }

  /** Its process is dead, or on a host that is cut off, and goes on for so many steps. */
  void die(int steps) {
    haunts = steps;
    if (steps == 0) {
      cutAll();
    }
  }

  /** A newer incarnation has begun elsewhere, which this one does not know. */
  void supersede() {
    isSuperseded = true;
  }

  /** What it took over. */
  List<byte[]> history() {
    return history;
  }

  /** Whether nothing of it can have an effect any more. */
  boolean isGone() {
    if (haunts != 0) {
      return false;
    }
    for (LoggerWire wire : wires) {
      if (wire != null && !wire.toLogger.isEmpty()) {
        return false;
      }
    }
    return true;
  }

  private void cutAll() {
    for (LoggerWire wire : wires) {
      if (wire != null) {
        wire.cut(world);
      }
    }
  }

  /** Does something. Returns whether there was anything to do. */
  boolean step() {
    if (haunts == 0 || isRefused) {
      return false;
    }
    if (haunts > 0 && --haunts == 0) {
      cutAll();
      return false;
    }
    tellRank();
    boolean moved = step(world.below(nodes.size()));
    takeOver();
    tellRank();
    return moved;
  }

  private boolean step(int node) {
    LoggerWire wire = wires[node];
    if (wire == null) {
      return connect(node);
    }
    if (!wire.toWriter.isEmpty()) {
      receive(node, wire.toWriter.remove());
      return true;
    }
    if (wire.isCut) {
      lose(node);
      return true;
    }
    Task task = core.task(node);
    if (task instanceof Task.Reconnect) {
      wire.cut(world);
      lose(node);
    } else if (task instanceof Task.Copy copy) {
      world.count(core.isOpen() ? Rule.COPIED : Rule.TAIL_REPAIRED);
      asked[node] = new LoggerWire.Request.Read(node, copy.first(), copy.last());
      wires[copy.source()].toLogger.add(asked[node]);
    } else if (task instanceof Task.Write write) {
      int count = write.count() == 0 ? 0 : 1 + world.below((int) write.count());
      send(node, core.write(node, count));
    } else if (task instanceof Task.PassOver) {
      world.count(Rule.LOGGER_PASSED_OVER);
      Accept accept = core.passOver(node);
      List<byte[]> none = Collections.nCopies(accept.count(), null);
      wires[node].toLogger.add(new LoggerWire.Request.Write(accept, none));
    } else if (task == null && pruned[node] < toPrune && core.isOpen()) {
      pruned[node] = toPrune;
      wires[node].toLogger.add(new LoggerWire.Request.Prune(toPrune));
      return true;
    }
    return task != null;
  }

  private boolean connect(int node) {
    if (!nodes.get(node).isUp()) {
      return false;
    }
    wires[node] = nodes.get(node).connect(this);
    boolean looks = world.mutation() == Mutation.READ_BEFORE_FENCE;
    wires[node].toLogger.add(
        looks ? new LoggerWire.Request.Look() : new LoggerWire.Request.Hello());
    return true;
  }

  private void lose(int node) {
    core.gone(node);
    wires[node] = null;
    asked[node] = null;
    pruned[node] = 0;
    for (int i = 0; i < asked.length; i++) {
      if (asked[i] != null && !core.isCopying(i)) {
        asked[i] = null;
      }
    }
  }

  private void send(int node, Accept accept) {
    long first = accept.first() - core.base() - 1;
    List<byte[]> own =
        accept.count() == 0 ? List.of() : events.added((int) first).subList(0, accept.count());
    wires[node].toLogger.add(new LoggerWire.Request.Write(accept, List.copyOf(own)));
  }

  private void receive(int node, LoggerWire.Reply reply) {
    if (reply instanceof LoggerWire.Reply.Looked at) {
      looked[node] = at.shape();
      wires[node].toLogger.add(new LoggerWire.Request.Hello());
    } else if (reply instanceof LoggerWire.Reply.Welcome welcome) {
      LogShape shape = looked[node] == null ? welcome.shape() : looked[node];
      boolean counts = world.mutation() == Mutation.LOST_DISK_COUNTS;
      long first = world.mutation() == Mutation.PRUNED_NOT_KNOWN ? 1 : welcome.first();
      toPrune = Math.max(toPrune, first - 1);
      core.welcome(node, shape, first, welcome.complete() || counts);
    } else if (reply instanceof LoggerWire.Reply.Acknowledged ack) {
      core.acknowledged(node, ack.last(), ack.ticket());
      if (world.mutation() == Mutation.FIRST_ACKNOWLEDGEMENT && events != null) {
        events.acknowledge(ack.last());
      }
      if (world.chance(4) && core.isOpen()) {
        core.release(core.releasable() + 1);
      }
    } else if (reply instanceof LoggerWire.Reply.Records records) {
      pass(records);
    } else if (reply instanceof LoggerWire.Reply.Refused refused) {
      refused(refused);
    }
  }

  private void pass(LoggerWire.Reply.Records records) {
    int target = records.asked().target();
    if (asked[target] != records.asked()) {
      return;
    }
    asked[target] = null;
    Accept accept = core.copied(target, records.records().size());
    wires[target].toLogger.add(
        new LoggerWire.Request.Write(
            accept, List.copyOf(records.records().subList(0, accept.count()))));
  }

  private void refused(LoggerWire.Reply.Refused why) {
    if (haunts < 0 && !isSuperseded && world.mutation() == null || !why.fenced()) {
      throw new Violation(
          Violation.Kind.FAIL_STOP, "A logger refuses records of incarnation " + incarnation);
    }
    world.count(Rule.WRITER_HAUNTED);
    isRefused = true;
    haunts = Math.min(haunts, 0);
    cutAll();
  }

  private void takeOver() {
    if (history != null) {
      return;
    }
    int from = core.isOpen() ? core.holder(core.base(), 0) : -1;
    long end = core.base();
    if (world.mutation() == Mutation.TAIL_NOT_REPAIRED && core.chosen() != null) {
      end = core.chosen().last();
      from = core.holder(end, 0);
    }
    if (from >= 0 && !wires[from].isCut) {
      world.count(Rule.MAJORITY_FENCED);
      history = new ArrayList<>(nodes.get(from).records().subList(0, (int) end));
    }
  }

  private void tellRank() {
    if (events == null || !core.isOpen()) {
      return;
    }
    while (core.last() < events.last()) {
      core.append();
    }
    if (haunts < 0) {
      events.acknowledge(core.stable());
    }
  }
}
