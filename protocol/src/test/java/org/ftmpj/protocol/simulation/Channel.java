package org.ftmpj.protocol.simulation;

import java.util.List;
import org.ftmpj.protocol.channel.Arrival;

/**
 * One channel: the log that its sender writes, and the log that its receiver reads. On one host
 * they are the same; elsewhere the second one is a mirror, which the daemon of the receiver's host
 * writes.
 */
final class Channel {
  private final Job job;
  private final int source;
  private final int destination;
  private ChannelLog sent = new ChannelLog();
  private ChannelLog received = sent;

  /** How many messages the mirror has. */
  private long landed;

  /** How often the sender has moved, so that its log is another one. */
  private int moves;

  Channel(Job job, int source, int destination) {
    this.job = job;
    this.source = source;
    this.destination = destination;
  }

  ChannelLog sent() {
    return sent;
  }

  ChannelLog received() {
    return received;
  }

  boolean isMirrored() {
    return sent != received;
  }

  /** How many messages the mirror has; 0 if there is none. */
  long landed() {
    return isMirrored() ? landed : 0;
  }

  int moves() {
    return moves;
  }

  /**
   * The sender's host is lost, and its log with it.
   *
   * @param copied what survives of it
   */
  void senderMoved(List<ChannelLog.Entry> copied) {
    moves++;
    sent = new ChannelLog();
    copied.forEach(entry -> add(entry, sent));
  }

  /**
   * The mirror goes on with the first message that the log has, if it was not as far: nothing needs
   * those before it. What is removed does not come here, but for checks at the end.
   */
  void passOver() {
    for (int i = 0; i < sent.size(); i++) {
      ChannelLog.Entry entry = sent.get(i);
      if (entry.isRemoved() && (!entry.isMessage() || entry.arrival().sequence() > landed)) {
        add(entry, received);
      }
    }
    landed = Math.max(landed, sent.removedMessages());
  }

  /** The receiver's host is lost, or the job begins: the log that it reads is made. */
  void receiverMoved(boolean isRemote) {
    landed = 0;
    received = sent;
    if (isRemote) {
      received = new ChannelLog();
      passOver();
    }
  }

  /**
   * An entry comes to the receiver's host.
   *
   * @return whether nothing before it is missing; else it is not taken
   */
  boolean land(ChannelLog.Entry entry) {
    if (entry.arrival() instanceof Arrival.Message message) {
      if (message.sequence() > landed + 1 && job.mutation() != Mutation.GAP_ACCEPTED) {
        return false;
      }
      if (message.sequence() <= landed && job.mutation() != Mutation.LANDED_TWICE) {
        requireSame(message, entry);
        job.count(Rule.LANDED_AGAIN);
        return true;
      }
      landed = Math.max(landed, message.sequence());
    }
    add(entry);
    return true;
  }

  private void add(ChannelLog.Entry entry, ChannelLog to) {
    Arrival arrival = entry.arrival();
    if (arrival instanceof Arrival.Message m) {
      arrival = new Arrival.Message(source, m.sequence(), m.envelope(), to.size());
    }
    to.add(
        new ChannelLog.Entry(
            arrival,
            entry.fixed(),
            entry.dynamic(),
            entry.dependence(),
            entry.moves(),
            entry.isRemoved()));
  }

  private void add(ChannelLog.Entry entry) {
    add(entry, received);
    if (entry.dependence() != null) {
      job.rank(source).consistency().hasLeftHost(entry.dependence());
    }
    job.count(Rule.LANDED);
    job.rank(destination).ring();
  }

  private void requireSame(Arrival.Message message, ChannelLog.Entry entry) {
    ChannelLog.Entry old = received.message(message.sequence());
    Arrival.Message first = (Arrival.Message) old.arrival();
    if (!first.envelope().equals(message.envelope()) || old.fixed() != entry.fixed()) {
      throw new Violation(
          Violation.Kind.OTHER_REPLAY,
          "message #%d of rank %d comes to the host of rank %d again, and is another one"
              .formatted(message.sequence(), source, destination));
    }
  }
}
