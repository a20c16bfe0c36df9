package org.ftmpj.protocol.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The hosts of a job: which rank is where, which hosts are lost, and where their ranks go. */
final class Hosts {
  /** A lost host is given up in so many steps. */
  private static final int NOTICED_ONE_IN = 40;

  /** So often nothing happens before all is done. */
  private static final int MOST_IDLE = 500;

  private final Job job;
  private final Dice dice;

  /** Those that are up, those that are lost, and those that are given up and not gone yet. */
  private final List<Host> hosts = new ArrayList<>();

  /** Of all hosts that there have been. */
  private final List<Copies> copies = new ArrayList<>();

  private int lossesLeft;
  private int next;

  Hosts(Job job, Dice dice) {
    this.job = job;
    this.dice = dice;
    lossesLeft = job.setup().losses();
    while (next < job.setup().hosts()) {
      add();
    }
  }

  private Host add() {
    Host host = new Host(job, next++);
    hosts.add(host);
    copies.add(host.copies());
    return host;
  }

  /** What all hosts have copied that there have been. */
  List<Copies> copies() {
    return copies;
  }

  /** Where a rank begins. */
  Host place() {
    return hosts.get(dice.below(hosts.size()));
  }

  /** All ranks are placed: their channels are made. */
  void connect() {
    for (int source = 0; source < job.size(); source++) {
      for (int destination = 0; destination < job.size(); destination++) {
        boolean isRemote = isRemote(source, destination);
        job.channel(source, destination).receiverMoved(isRemote);
        if (isRemote) {
          job.rank(source).host().ship(source, destination);
        }
      }
    }
  }

  private boolean isRemote(int source, int destination) {
    return job.rank(source).host() != job.rank(destination).host();
  }

  /** Whether the ranks of a lost host have yet to move. */
  boolean areToMove() {
    for (Host host : hosts) {
      if (!host.isUp() && !host.isGivenUp()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Something happens to hosts, or between them. Returns how many ranks that had ended begin again.
   */
  int step() {
    int again = 0;
    if (lossesLeft > 0 && dice.oneIn(job.setup().lossOneIn())) {
      loseSome();
    }
    // Who takes the place of one is added at the end, and is not asked.
    for (int i = 0, now = hosts.size(); i < now; i++) {
      Host host = hosts.get(i);
      boolean isNoticed = job.isPunctual() || dice.oneIn(NOTICED_ONE_IN);
      if (!host.isUp() && !host.isGivenUp() && isNoticed) {
        again += giveUp(host);
      }
    }
    for (int steps = dice.below(4); steps > 0; steps--) {
      work();
    }
    return again;
  }

  private void work() {
    Host host = hosts.get(dice.below(hosts.size()));
    host.step(hosts);
    if (host.isUp()) {
      SimulatedRank rank = job.rank(dice.below(job.size()));
      if (rank.host() == host) {
        rank.lines().print();
      }
    }
    hosts.removeIf(Host::isGone);
  }

  private void loseSome() {
    do {
      List<Host> up = hosts.stream().filter(Host::isUp).filter(this::mayBeLost).toList();
      if (up.isEmpty()) {
        return;
      }
      if (areToMove()) {
        job.count(Rule.HOSTS_LOST_TOGETHER);
      }
      if (hosts.stream().filter(Host::isUp).count() == 1) {
        job.count(Rule.ALL_HOSTS_LOST);
      }
      lose(up.get(dice.below(up.size())));
      lossesLeft--;
    } while (lossesLeft > 0 && dice.oneIn(3));
  }

  /** Where copies are at partners, and logs are pruned, not if ranks would have nothing left. */
  private boolean mayBeLost(Host host) {
    return !job.setup().needsPartners()
        || job.ranks().stream()
            .filter(rank -> rank.checkpoints().prunedTo() >= 0)
            .filter(rank -> rank.host() == host || !rank.host().isUp())
            .allMatch(rank -> Copies.surviveLossOf(host, copies, rank));
  }

  private void lose(Host host) {
    job.moved();
    if (dice.oneIn(2)) {
      job.count(Rule.HOST_CUT_OFF);
      tell(host, "is cut off");
      host.cutOff();
      return;
    }
    job.count(Rule.HOST_DIED);
    tell(host, "dies");
    host.die();
    for (SimulatedRank rank : ranksOf(host)) {
      rank.dieWithHost();
    }
  }

  /** Its ranks go elsewhere. Returns how many of them had ended. */
  private int giveUp(Host lost) {
    job.moved();
    tell(lost, "is given up");
    if (job.mutation() != Mutation.FENCE_BY_RANK
        && job.mutation() != Mutation.HISTORY_BEFORE_FENCE) {
      lost.stream().fence();
    }
    List<Host> up = new ArrayList<>(hosts.stream().filter(Host::isUp).toList());
    if (up.isEmpty() || dice.oneIn(2)) {
      up.add(add());
    }
    List<SimulatedRank> moving =
        ranksOf(lost).stream()
            .filter(r -> job.mutation() != Mutation.ENDED_NOT_REPEATED || !r.hasEnded())
            .toList();
    List<SimulatedRank> zombies = new ArrayList<>();
    Map<SimulatedRank, Copies.Found> found = new HashMap<>();
    int ended = 0;
    for (SimulatedRank rank : moving) {
      if (rank.hasEnded()) {
        job.count(Rule.ENDED_AGAIN);
        ended++;
      }
      job.diedWithHost();
      found.put(rank, Copies.find(job, copies, rank.number()));
      SimulatedRank zombie =
          rank.moveTo(up.get(dice.below(up.size())), found.get(rank).checkpoints());
      if (zombie != null) {
        zombies.add(zombie);
      }
    }
    lost.giveUp(zombies);
    reconnect(moving, found);
    return ended;
  }

  /** First logs of senders, since what receivers read may be the same. */
  private void reconnect(List<SimulatedRank> moved, Map<SimulatedRank, Copies.Found> found) {
    for (SimulatedRank sender : moved) {
      for (int destination = 0; destination < job.size(); destination++) {
        job.channel(sender.number(), destination)
            .senderMoved(found.get(sender).logs().get(destination));
      }
    }
    for (SimulatedRank receiver : moved) {
      for (int source = 0; source < job.size(); source++) {
        boolean isRemote = isRemote(source, receiver.number());
        job.channel(source, receiver.number()).receiverMoved(isRemote);
        job.rank(source).host().destinationMoved(source, receiver.number(), isRemote);
      }
    }
    for (SimulatedRank sender : moved) {
      for (int destination = 0; destination < job.size(); destination++) {
        if (!moved.contains(job.rank(destination))) {
          job.channel(sender.number(), destination).passOver();
          sender.host().ship(sender.number(), destination);
        }
      }
    }
  }

  /** All ranks have ended: what they have sent and printed still has to arrive. */
  void finish() {
    for (int idle = 0; idle < MOST_IDLE; idle++) {
      long before = job.moves();
      for (SimulatedRank rank : job.ranks()) {
        rank.lines().print();
      }
      List.copyOf(hosts).forEach(host -> host.step(hosts));
      idle = job.moves() == before ? idle : 0;
    }
    for (Host host : hosts) {
      if (host.isUp() && !host.hasShippedAll()) {
        throw new Violation(Violation.Kind.HANG, "host " + host.number() + " has more to send");
      }
    }
    for (SimulatedRank rank : job.ranks()) {
      if (!rank.lines().areAllPrinted()) {
        throw new Violation(
            Violation.Kind.HANG, "lines of rank " + rank.number() + " are not printed");
      }
    }
  }

  private List<SimulatedRank> ranksOf(Host host) {
    return job.ranks().stream().filter(rank -> rank.host() == host).toList();
  }

  private void tell(Host host, String what) {
    if (job.isTold()) {
      job.tell("host " + host.number() + " " + what);
    }
  }
}
