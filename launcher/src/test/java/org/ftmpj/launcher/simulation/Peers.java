package org.ftmpj.launcher.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import org.ftmpj.hostd.job.ToHost;

/** What hosts tell each other: in order from each to each, later if one of both is cut off. */
final class Peers {
  private final World world;
  private final Map<Integer, Map<Integer, Deque<Object>>> onTheWay = new TreeMap<>();

  /** A line of a rank, as a message to ranks elsewhere. */
  record Sent(int rank, int incarnation, int line, long text) {}

  Peers(World world) {
    this.world = world;
  }

  private Deque<Object> way(int from, int to) {
    return onTheWay
        .computeIfAbsent(from, none -> new TreeMap<>())
        .computeIfAbsent(to, none -> new ArrayDeque<>());
  }

  void tellAll(int from, Sent message) {
    for (Host host : world.hosts()) {
      if (host.number() != from && !world.host(from).moves().hasParted(host.number())) {
        way(from, host.number()).add(message);
      }
    }
  }

  void tell(int from, int to, ToHost.ToAll step) {
    if (!world.host(from).moves().hasParted(to)) {
      way(from, to).add(step);
    }
  }

  /** Of what it has sent, the last does not arrive. */
  void died(int from) {
    onTheWay.getOrDefault(from, Map.of()).values().forEach(this::truncate);
  }

  private void truncate(Deque<Object> messages) {
    for (int left = world.below(messages.size() + 1); messages.size() > left; ) {
      messages.removeLast();
    }
  }

  /** Something arrives, perhaps. */
  void step() {
    int from = 1 + world.below(world.hosts().size());
    int to = 1 + world.below(world.hosts().size());
    Host sender = world.host(from);
    Host receiver = world.host(to);
    Deque<Object> messages = onTheWay.getOrDefault(from, Map.of()).get(to);
    if (messages == null || messages.isEmpty() || sender.isCut() || receiver.isCut()) {
      return;
    }
    Object message = messages.remove();
    if (!receiver.isAlive() || receiver.isOut() || receiver.moves().hasParted(from)) {
      return;
    }
    if (message instanceof ToHost.ToAll step) {
      receiver.moves().take(step);
    } else if (message instanceof Sent line) {
      receiver.moves().came(line.rank(), line.incarnation());
      world.oracle().came(line.rank(), line.line(), line.text());
    }
  }
}
