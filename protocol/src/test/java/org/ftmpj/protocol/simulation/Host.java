package org.ftmpj.protocol.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One host of a job on several: the logs that are lost with it, and its daemon, which sends
 * determinants to the event logger, messages to other hosts, and lines to the console.
 *
 * <p>One that is cut off goes on by itself until it is given up, and, as a zombie, for a while
 * after.
 */
final class Host {
  private static final int ZOMBIE_STEPS = 300;

  /** The event logger is so many times as slow as the rest, at most. */
  private static final int SLOWEST = 24;

  private enum State {
    UP,
    /** Nothing gets out, or comes in. */
    CUT_OFF,
    DEAD
  }

  private final Job job;
  private final int number;
  private final HostStream stream;
  private final Copies copies;
  private final int slowness;
  private final List<Shipping> shippings = new ArrayList<>();

  /** The determinant logs of its ranks, with what the event logger had when they came here. */
  private final Map<Integer, List<byte[]>> determinants = new HashMap<>();

  private final List<SimulatedRank> zombies = new ArrayList<>();
  private State state = State.UP;
  private boolean isGivenUp;
  private int zombieSteps;

  Host(Job job, int number) {
    this.job = job;
    this.number = number;
    stream = new HostStream(job, this);
    copies = new Copies(job, this);
    slowness = 1 + job.below(1 + job.below(SLOWEST));
  }

  int number() {
    return number;
  }

  boolean isUp() {
    return state == State.UP;
  }

  /** Whether its processes live. */
  boolean isAlive() {
    return state != State.DEAD;
  }

  boolean isGivenUp() {
    return isGivenUp;
  }

  /** Whether something can leave it. */
  boolean isLinked() {
    return state == State.UP || state == State.CUT_OFF && isGivenUp;
  }

  /** What it has copied, to where it survives. */
  Copies copies() {
    return copies;
  }

  HostStream stream() {
    return stream;
  }

  /** The determinant log of a rank; what the event logger has is where it begins. */
  List<byte[]> determinants(SimulatedRank rank) {
    return determinants.computeIfAbsent(
        rank.number(), r -> new ArrayList<>(rank.logger().stored()));
  }

  void append(int rank, byte[] record) {
    List<byte[]> log = determinants.get(rank);
    log.add(record);
    stream.append(rank, log.size(), record);
  }

  /**
   * Whether something of that rank may leave which the daemon saw when there were so many
   * determinants.
   */
  boolean mayLeave(int rank, int needed) {
    if (!job.survivesHosts() || job.mutation() == Mutation.EDGE_WITHOUT_GATE) {
      return true;
    }
    return job.mutation() == Mutation.EDGE_OF_SENDER_ONLY
        ? stream.isStableOf(rank, needed)
        : stream.isStable(needed);
  }

  void ship(int source, int destination) {
    shippings.add(new Shipping(job, this, source, destination));
  }

  /** How many messages of that channel have left this host. */
  long shipped(Channel channel) {
    return shippings.stream().filter(s -> s.isOf(channel)).findFirst().orElseThrow().shipped();
  }

  /** The receiver of that channel has moved. */
  void destinationMoved(int source, int destination, boolean isRemote) {
    shippings.removeIf(s -> s.isOf(source, destination) && !isRemote);
    List<Shipping> known = shippings.stream().filter(s -> s.isOf(source, destination)).toList();
    known.forEach(Shipping::beginAgain);
    if (known.isEmpty() && isRemote) {
      ship(source, destination);
    }
  }

  // Its end.

  void cutOff() {
    state = State.CUT_OFF;
  }

  void die() {
    state = State.DEAD;
    stream.hostDied();
  }

  /** Its ranks start elsewhere; these still run here. */
  void giveUp(List<SimulatedRank> stillRunning) {
    isGivenUp = true;
    zombies.addAll(stillRunning);
    zombieSteps = ZOMBIE_STEPS;
  }

  /** Whether nothing of it can have an effect any more. */
  boolean isGone() {
    return isGivenUp
        && zombies.isEmpty()
        && !stream.isUnderWay()
        && shippings.stream().noneMatch(Shipping::isUnderWay);
  }

  /** Whether all messages have left. */
  boolean hasShippedAll() {
    return shippings.stream().allMatch(Shipping::isDone);
  }

  /**
   * Its daemon does something, or a zombie.
   *
   * @param hosts all that there are
   */
  void step(List<Host> hosts) {
    if (isGivenUp && isLinked()) {
      haunt();
    }
    boolean isItsTime = job.isPunctual() || job.chance(slowness);
    if (job.survivesHosts() && isItsTime && stream.step()) {
      return;
    }
    if (job.setup().copies() && isAlive() && job.chance(4) && copies.step(hosts)) {
      return;
    }
    if (!shippings.isEmpty()) {
      int first = job.below(shippings.size());
      for (int i = 0; i < shippings.size(); i++) {
        if (shippings.get((first + i) % shippings.size()).step()) {
          return;
        }
      }
    }
  }

  private void haunt() {
    if (--zombieSteps <= 0) {
      zombies.clear();
      die();
    } else if (!zombies.isEmpty()) {
      zombies.get(job.below(zombies.size())).turn();
    }
  }
}
