package org.ftmpj.protocol.simulation;

import java.util.ArrayDeque;
import org.ftmpj.protocol.channel.Arrival;

/**
 * A channel log on its sender's host, as the daemon there sends it to the receiver's. An entry
 * leaves the host when all determinants are stable that its ranks had when the daemon saw it.
 */
final class Shipping {
  private final Job job;
  private final Host host;
  private final int source;
  private final int destination;
  private final ChannelLog log;
  private final ArrayDeque<Frame> onTheWay = new ArrayDeque<>();
  private int next;
  private int nextNumber;

  // The receiver's host.

  /** How many frames it has, without a gap. */
  private int arrived;

  /** Where in the log it goes on after those. */
  private int arrivedEnd;

  /**
   * An entry on its way. Frames have numbers, since marks among the entries have none.
   *
   * @param end where the entry ends in the log
   */
  private record Frame(int number, int end, ChannelLog.Entry entry) {}

  /**
   * How many determinants of the host have to be stable before the next entry leaves; -1 if it was
   * not seen.
   */
  private int needed = -1;

  Shipping(Job job, Host host, int source, int destination) {
    this.job = job;
    this.host = host;
    this.source = source;
    this.destination = destination;
    this.log = job.channel(source, destination).sent();
  }

  boolean isOf(int itsSource, int itsDestination) {
    return source == itsSource && destination == itsDestination;
  }

  boolean isOf(Channel channel) {
    return job.channel(source, destination) == channel;
  }

  /** How many messages have left. */
  long shipped() {
    long messages = 0;
    for (int i = 0; i < next; i++) {
      messages += log.get(i).arrival() instanceof Arrival.Message ? 1 : 0;
    }
    return messages;
  }

  /** The receiver's host is another one from now on, which has nothing. */
  void beginAgain() {
    onTheWay.clear();
    arrived = 0;
    arrivedEnd = 0;
    resume();
  }

  boolean isUnderWay() {
    return !onTheWay.isEmpty();
  }

  /** Whether everything has left. */
  boolean isDone() {
    skipTorn();
    return next == log.size() && onTheWay.isEmpty();
  }

  /** Something happens between the two hosts. Returns whether it did. */
  boolean step() {
    if (!onTheWay.isEmpty() && job.chance(2)) {
      if (job.chance(6)) {
        onTheWay.add(onTheWay.remove()); // Another path is faster.
      }
      land(onTheWay.remove());
      return true;
    }
    if (!host.isLinked()) {
      return false;
    }
    if (job.hasOutages() && !onTheWay.isEmpty() && job.chance(12)) {
      loseConnection();
      return true;
    }
    return leave();
  }

  private boolean leave() {
    skipTorn();
    if (next == log.size()) {
      return false;
    }
    if (needed < 0) {
      needed = host.stream().end();
    }
    if (!host.mayLeave(source, needed)) {
      job.count(Rule.EDGE_WAITED);
      return false;
    }
    needed = -1;
    ChannelLog.Entry entry = log.get(next++);
    if (entry.isRemoved()) {
      throw new Violation(
          Violation.Kind.PRUNED,
          "entry %d of the log from %d to %d is to be sent to its host, it is pruned: %s"
              .formatted(next - 1, source, destination, entry));
    }
    onTheWay.add(new Frame(nextNumber++, next, entry));
    job.moved();
    return true;
  }

  private void skipTorn() {
    while (next < log.size() && (log.get(next).arrival() == null || isThere(log.get(next)))) {
      next++;
    }
  }

  /**
   * Whether an entry is removed, and nothing that follows it misses it; or who does is elsewhere by
   * now, as this host is given up.
   */
  private boolean isThere(ChannelLog.Entry entry) {
    return entry.isRemoved()
        && (!entry.isMessage()
            || entry.arrival().sequence() <= job.channel(source, destination).landed()
            || host.isGivenUp());
  }

  /** Of what is on its way, a part still gets there. */
  private void loseConnection() {
    job.count(Rule.LINK_LOST);
    int arriving = job.below(onTheWay.size() + 1);
    while (onTheWay.size() > arriving) {
      onTheWay.removeLast();
    }
    while (!onTheWay.isEmpty()) {
      land(onTheWay.remove());
    }
    resume();
    job.moved();
  }

  private void land(Frame frame) {
    job.moved();
    Channel channel = job.channel(source, destination);
    if (!channel.isMirrored()) {
      return;
    }
    if (frame.number() > arrived && job.mutation() != Mutation.GAP_ACCEPTED) {
      job.count(Rule.GAP);
      onTheWay.clear();
      resume();
      return;
    }
    if (!channel.land(frame.entry())) {
      beginAgain();
      return;
    }
    arrived = frame.number() + 1;
    arrivedEnd = frame.end();
  }

  /** Goes on after what the receiver's host has. */
  private void resume() {
    nextNumber = arrived;
    next =
        job.mutation() == Mutation.RESUMED_BY_SEQUENCE
            ? log.after(job.channel(source, destination).landed())
            : arrivedEnd;
    needed = -1;
  }
}
