package org.ftmpj.launcher.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ftmpj.common.job.Placement;
import org.ftmpj.hostd.job.ToHost;

/**
 * A simulated host: its ranks, its stream of determinants, its daemon. It may die with all of it,
 * or be cut off and come back when it was given up.
 */
final class Host {
  private static final int RESTART_ONE_IN = 400;

  private final World world;
  private final int number;
  private final Moves moves;
  private final Following following;
  private final Map<Integer, Rank> ranks = new TreeMap<>();

  /** Determinants of ranks here, in order. */
  private final List<Loggers.Entry> log = new ArrayList<>();

  private final Deque<Loggers.Entry> onTheWay = new ArrayDeque<>();
  private int sent;
  private int stable;

  /** By rank, how many of its lines the coordinator of this session was told; -1 if of its end. */
  private final Map<Integer, Integer> told = new HashMap<>();

  private boolean isAlive = true;
  private int cutFor;
  private boolean isStopped;
  private boolean isOut;

  Host(World world, int number, Placement placement) {
    this.world = world;
    this.number = number;
    this.moves = new Moves(world, this, placement);
    this.following = new Following(world, this);
  }

  int number() {
    return number;
  }

  boolean isAlive() {
    return isAlive;
  }

  boolean isCut() {
    return cutFor > 0;
  }

  /** Whether it has left the job, or was given up and knows it. */
  boolean isOut() {
    return isOut;
  }

  Moves moves() {
    return moves;
  }

  Following following() {
    return following;
  }

  // What happens to it.

  void die() {
    isAlive = false;
    following.end();
    world.peers().died(number);
  }

  void cutOff(int steps) {
    cutFor = steps;
  }

  // Its ranks.

  void start(int rank, int incarnation, List<Long> determinants) {
    if (!isStopped) {
      ranks.put(rank, new Rank(world, this, rank, incarnation, determinants));
      told.remove(rank);
    }
  }

  /** Whether so many of the determinants that were recorded here are stable. */
  boolean isStable(int recorded) {
    return stable >= recorded;
  }

  int recorded() {
    return log.size();
  }

  void record(Loggers.Entry determinant) {
    log.add(determinant);
  }

  /** A line leaves: all others get it as a message. */
  void leaves(Rank rank, int line) {
    world
        .peers()
        .tellAll(number, new Peers.Sent(rank.number(), rank.incarnation(), line, rank.line(line)));
  }

  Map<Integer, Rank> ranks() {
    return ranks;
  }

  // What it is told.

  void take(ToHost message, Session from) {
    if (message instanceof ToHost.ToAll step) {
      moves.take(step);
    } else if (message instanceof ToHost.History history) {
      moves.history(history);
    } else if (message instanceof ToHost.Stop) {
      world.oracle().stopped(number);
      stop();
      from.tell(new FromHost.Stopped());
    } else if (message instanceof ToHost.Leave) {
      stop();
      isOut = true;
      following.end();
    }
  }

  /** A session with that coordinator has begun. */
  void follow(Session session) {
    told.clear();
    Map<Integer, Integer> incarnations = new TreeMap<>();
    ranks.forEach((rank, process) -> incarnations.put(rank, process.incarnation()));
    session.tell(new FromHost.Rejoined(incarnations));
    if (isStopped) {
      session.tell(new FromHost.Stopped());
    }
  }

  void lostCoordinator(Session session) {
    following.lost(session);
  }

  /** It learns that it was given up, or that the job is over. */
  void giveUp() {
    world.tell("host %d is out", number);
    stop();
    isOut = true;
    following.end();
  }

  private void stop() {
    isStopped = true;
    ranks.clear();
  }

  // What it does.

  void step() {
    if (!onTheWay.isEmpty() && world.chance(3)) {
      store(onTheWay.remove());
    }
    if (!isAlive) {
      return;
    }
    if (cutFor > 0 && --cutFor == 0) {
      world.returned(this);
    }
    if (isOut) {
      return;
    }
    following.step();
    ship();
    if (!ranks.isEmpty()) {
      Rank rank = List.copyOf(ranks.values()).get(world.below(ranks.size()));
      if (world.mayFail() && world.chance(RESTART_ONE_IN)) {
        world.count(Happening.RANK_RESTARTED);
        start(rank.number(), rank.incarnation() + 1, rank.determinants());
      } else {
        rank.step();
        tell(rank);
      }
    }
  }

  private void ship() {
    if (isCut()) {
      return;
    }
    if (sent < log.size()) {
      onTheWay.add(log.get(sent++));
    } else if (world.chance(2)) {
      stable = Math.max(stable, Math.min(log.size(), world.loggers().stream(number).size()));
    }
  }

  private void store(Loggers.Entry entry) {
    if (!world.loggers().stream(number).add(entry)) {
      world.count(Happening.DETERMINANT_REFUSED);
    }
  }

  /** Of a rank's lines, and of its end, what the coordinator has not been told. */
  private void tell(Rank rank) {
    Session session = following.session();
    int from = told.getOrDefault(rank.number(), 0);
    if (session == null || from < 0) {
      return;
    }
    for (; from < rank.linesLeft(); from++) {
      session.tell(new FromHost.Printed(rank.number(), rank.incarnation(), from, rank.line(from)));
    }
    if (rank.hasEnded()) {
      session.tell(new FromHost.Ended(rank.number()));
      from = -1;
    }
    told.put(rank.number(), from);
  }
}
