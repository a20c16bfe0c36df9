package org.ftmpj.launcher.simulation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.ftmpj.common.job.Placement;
import org.ftmpj.hostd.job.CoordinatorNote;
import org.ftmpj.hostd.job.ToHost;
import org.ftmpj.logger.agreement.Answer;
import org.ftmpj.logger.agreement.Command;
import org.ftmpj.logger.agreement.Request;

/**
 * A job over several hosts, in one thread: its coordinators die, stand still and come back, and so
 * do hosts, at any step of what is done about it. All of it follows from a seed.
 */
final class World {
  private static final int MOST_ROUNDS = 20_000;

  private final SplittableRandom random;
  private final Mistake mistake; // null if none is made
  private final Map<Happening, Integer> happenings;
  private final List<String> story; // null if it is not wanted
  private final List<Host> hosts = new ArrayList<>();
  private final List<Coordinator> coordinators = new ArrayList<>();
  private final List<Session> sessions = new ArrayList<>();
  private final int[] lines;
  private final Placement placement;
  private final Loggers loggers;
  private final Oracle oracle;
  private final Peers peers = new Peers(this);
  private final Faults faults;
  private long clients;
  private int round;

  World(long seed, Mistake mistake, Map<Happening, Integer> happenings, List<String> story) {
    this.story = story;
    this.random = new SplittableRandom(seed);
    this.mistake = mistake;
    this.happenings = happenings;
    int size = 2 + below(5);
    lines = new int[1 + below(5)];
    List<Integer> hostOfRank = new ArrayList<>();
    for (int rank = 0; rank < lines.length; rank++) {
      lines[rank] = 1 + below(chance(4) ? 60 : 12);
      hostOfRank.add(1 + below(size));
    }
    placement = new Placement(hostOfRank);
    loggers = new Loggers(this);
    oracle = new Oracle(this);
    for (int number = 1; number <= size; number++) {
      hosts.add(new Host(this, number, placement));
    }
    faults = new Faults(this);
  }

  /**
   * Runs the job to its end.
   *
   * @throws Violation if a promise is not kept
   */
  void run() {
    begin();
    for (; !isOver(); round++) {
      if (round > MOST_ROUNDS) {
        throw new Violation(Violation.Kind.HANG, "the job does not end");
      }
      round();
    }
    if (loggers.agreed().ended() && !oracle.hasFailed()) {
      oracle.finished();
    }
  }

  /** The launcher has claimed the first term before it is lost. */
  private void begin() {
    Command claim = new Command.Claim(0, Map.of(CoordinatorNote.NAME, Notes.coordinator(1)));
    Answer claimed = loggers.apply(new Request(client(), 1, claim));
    Coordinator launcher = new Coordinator(this, 1, 1, null);
    coordinators.add(launcher);
    launcher.begin(claimed.state());
    for (int rank = 0; rank < lines.length; rank++) {
      hosts.get(placement.hostOf(rank) - 1).start(rank, 1, List.of());
    }
  }

  private boolean isOver() {
    boolean allOut = hosts.stream().allMatch(host -> !host.isAlive() || host.isOut());
    return allOut
        && (loggers.agreed().ended() || coordinators.stream().noneMatch(Coordinator::isAlive));
  }

  private void round() {
    faults.step();
    for (Coordinator coordinator : List.copyOf(coordinators)) {
      if (!chance(3)) {
        coordinator.step();
      }
    }
    for (Host host : hosts) {
      if (!chance(3)) {
        host.step();
      }
    }
    for (int i = 0; i < 2 * hosts.size() && !sessions.isEmpty(); i++) {
      sessions.get(below(sessions.size())).step();
      peers.step();
    }
    sessions.removeIf(Session::isOver);
    loggers.step();
    loggers.step();
  }

  /** A process begins that has claimed that term. */
  void successor(long term, Host at) {
    Coordinator successor = new Coordinator(this, coordinators.size() + 1, term, at);
    coordinators.add(successor);
    tell("coordinator %d begins, of term %d", successor.number(), term);
    successor.takeOver();
  }

  void opened(Session session) {
    sessions.add(session);
  }

  void returned(Host host) {
    if (oracle.isGivenUp(host.number())) {
      count(Happening.HOST_RETURNED);
    }
  }

  void toldAgain(ToHost.Move move) {
    count(
        move instanceof ToHost.Part
            ? Happening.PART_TOLD_AGAIN
            : move instanceof ToHost.Place
                ? Happening.PLACE_TOLD_AGAIN
                : Happening.RESUME_TOLD_AGAIN);
  }

  // What is there.

  int ranks() {
    return lines.length;
  }

  int linesOf(int rank) {
    return lines[rank];
  }

  Placement placement() {
    return placement;
  }

  /** Any number of ranks on each host. */
  List<Integer> slots() {
    return Collections.nCopies(hosts.size(), 0);
  }

  List<Host> hosts() {
    return hosts;
  }

  Host host(int number) {
    return hosts.get(number - 1);
  }

  List<Coordinator> coordinators() {
    return coordinators;
  }

  Coordinator coordinator(int number) {
    return coordinators.get(number - 1);
  }

  Loggers loggers() {
    return loggers;
  }

  Oracle oracle() {
    return oracle;
  }

  Peers peers() {
    return peers;
  }

  // Chance.

  boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  long client() {
    return ++clients;
  }

  /** Whether ranks still die by themselves: not for ever. */
  boolean mayFail() {
    return faults.areLeft();
  }

  boolean makes(Mistake one) {
    return mistake == one;
  }

  void count(Happening what) {
    happenings.merge(what, 1, Integer::sum);
  }

  /** Tells what happens, in words as for {@link String#format}. */
  void tell(String what, Object... of) {
    if (story != null) {
      story.add("%6d %s".formatted(round, what.formatted(of)));
    }
  }

  /** What a seed comes to; null if every promise was kept. */
  static Violation violation(
      long seed, Mistake mistake, Map<Happening, Integer> happenings, List<String> story) {
    Map<Happening, Integer> mine = new EnumMap<>(Happening.class);
    try {
      new World(seed, mistake, mine, story).run();
      return null;
    } catch (Violation violation) {
      return violation;
    } catch (IllegalStateException | IllegalArgumentException | NullPointerException e) {
      return new Violation(Violation.Kind.CONFUSED, e.toString(), e);
    } finally {
      mine.forEach((what, times) -> happenings.merge(what, times, Integer::sum));
    }
  }
}
