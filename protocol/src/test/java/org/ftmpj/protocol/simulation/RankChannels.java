package org.ftmpj.protocol.simulation;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.EachSource;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.channel.PayloadDigest;
import org.ftmpj.protocol.channel.ReadPosition;
import org.ftmpj.protocol.channel.RestorableInterconnect;
import org.ftmpj.protocol.rank.LatePayloads;

/** The channel logs as one incarnation of a rank uses them. */
final class RankChannels implements RestorableInterconnect, LatePayloads {
  private final Job job;
  private SimulatedRank rank;
  private final ChannelLog[] out;
  private final ChannelLog[] in;
  private final int[] read;
  private final ReadPosition[] positions;

  /** By source, messages up to that one are passed over. */
  private final long[] passedOver;

  private final EachSource sources;

  private final int[] held;
  private final int[] heldEnd;

  /** What receivers have of this rank; more than its own logs hold if it has moved. */
  private final ChannelLog[] mirrors;

  /** How many messages they had when this incarnation began. */
  private final long[] landedEnd;

  private final long[] sent;

  /** How often the rank has moved. */
  private final int moves;

  private boolean delayed;

  RankChannels(Job job, SimulatedRank rank) {
    this.job = job;
    this.rank = rank;
    int size = job.size();
    out = new ChannelLog[size];
    in = new ChannelLog[size];
    read = new int[size];
    positions = new ReadPosition[size];
    passedOver = new long[size];
    Arrays.fill(positions, ReadPosition.START);
    sources = new EachSource(size, this::poll);
    held = new int[size];
    heldEnd = new int[size];
    mirrors = new ChannelLog[size];
    landedEnd = new long[size];
    sent = new long[size];
    moves = job.channel(rank.number(), 0).moves();
    for (int peer = 0; peer < size; peer++) {
      out[peer] = job.channel(rank.number(), peer).sent();
      in[peer] = job.channel(peer, rank.number()).received();
      heldEnd[peer] = out[peer].size();
      mirrors[peer] = job.channel(rank.number(), peer).received();
      landedEnd[peer] = job.channel(rank.number(), peer).landed();
    }
  }

  void belongTo(SimulatedRank zombie) {
    rank = zombie;
  }

  @Override
  public int rank() {
    return rank.number();
  }

  @Override
  public int size() {
    return job.size();
  }

  @Override
  public void send(
      int destination, long sequence, Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
    rank.step();
    for (long fragment = (sequence + destination) % 3; fragment > 0; fragment--) {
      if (rank.diesNow()) {
        out[destination].add(new ChannelLog.Entry(null, 0, null, null, 0, false));
        rank.tell("dies within message #" + sequence + " to " + destination);
        throw rank.die();
      }
    }
    envelope.digest(new PayloadDigest().of(envelope, fixed, dynamic));
    sent[destination] = sequence;
    append(
        destination,
        new Arrival.Message(rank.number(), sequence, envelope, out[destination].size()),
        fixed.getLong(fixed.position()),
        dynamic);
  }

  @Override
  public void mark(int destination, long sequence) {
    if (job.mutation() == Mutation.MARKED_WHEN_RECEIVED
        || rank.earlyMarks().remove(destination, sequence)) {
      return;
    }
    rank.step();
    appendMark(destination, sequence);
  }

  void appendMark(int destination, long sequence) {
    if (job.isTold()) {
      rank.tell("  marks #" + sequence + " of " + destination + " as matched");
    }
    append(destination, new Arrival.MatchedMark(rank.number(), sequence), 0, null);
  }

  private void append(int destination, Arrival arrival, long fixed, byte[] dynamic) {
    out[destination].add(
        new ChannelLog.Entry(arrival, fixed, dynamic, rank.dependence(), moves, false));
    rank.hasLeft();
    job.moved();
    // Between append and doorbell.
    rank.step();
    if (!rank.isZombie()) {
      job.rank(destination).ring();
    }
  }

  @Override
  public Arrival next() {
    return sources.next();
  }

  private Arrival poll(int source) {
    ChannelLog log = in[source];
    while (true) {
      int i = read[source];
      if (i >= log.size()) {
        return null;
      }
      ChannelLog.Entry entry = log.get(i);
      if (entry.arrival() == null) {
        if (i + 1 == log.size()) {
          return null;
        }
        read[source]++;
        job.count(Rule.TORN_MESSAGE);
        continue;
      }
      if (job.isLate()) {
        delayed = true;
        return null;
      }
      rank.step();
      job.moved();
      if (entry.isRemoved() && isPassedOver(source, entry.arrival())) {
        job.count(Rule.MOVED_TO_PRUNED);
        read[source]++;
        continue;
      }
      requireKept("from " + source, entry);
      read[source]++;
      if (entry.arrival() instanceof Arrival.Message m && m.sequence() <= passedOver[source]) {
        job.count(Rule.PASSED_OVER);
        continue;
      }
      if (entry.arrival() instanceof Arrival.Message m) {
        positions[source] = new ReadPosition(m.sequence(), read[source]);
      }
      if (job.mutation() == Mutation.MARKED_WHEN_RECEIVED
          && entry.arrival() instanceof Arrival.Message m
          && m.envelope().synchronous()) {
        appendMark(source, m.sequence());
      }
      return entry.arrival();
    }
  }

  /** Whether something was there that {@link #next} has not given; asking resets it. */
  boolean wasDelayed() {
    boolean was = delayed;
    delayed = false;
    return was;
  }

  boolean hasUnread() {
    for (int peer = 0; peer < in.length; peer++) {
      if (read[peer] < in[peer].size()) {
        return true;
      }
    }
    return false;
  }

  /** Marks may be removed of one of two copies of a log that were merged. */
  private boolean isPassedOver(int source, Arrival arrival) {
    return !(arrival instanceof Arrival.Message) || arrival.sequence() <= passedOver[source];
  }

  private void requireKept(String log, ChannelLog.Entry entry) {
    if (entry.isRemoved()) {
      throw new Violation(
          Violation.Kind.PRUNED,
          "rank %d needs an entry of the log %s, which is pruned: %s"
              .formatted(rank.number(), log, entry));
    }
  }

  /**
   * How often a source had moved when it wrote that message; null if that is not known of the log
   * that was read.
   */
  Integer movesOf(int source, long message) {
    ChannelLog.Entry entry = positions[source].isByNumber() ? null : in[source].message(message);
    return entry == null ? null : entry.moves();
  }

  @Override
  public ReadPosition read(int source) {
    return positions[source];
  }

  @Override
  public void readAfter(int source, ReadPosition position) {
    if (position.isByNumber()) {
      positions[source] = position;
      passedOver[source] = position.sequence();
      return;
    }
    int entries = (int) position.records();
    if (job.mutation() != Mutation.READ_BY_RECORDS
        && entries != in[source].after(position.sequence())) {
      throw new AssertionError(position + " of the log from " + source);
    }
    positions[source] = position;
    read[source] = entries;
    if (job.mutation() == Mutation.RESTORED_LATER && entries < in[source].size()) {
      read[source]++;
    } else if (job.mutation() == Mutation.RESTORED_EARLIER && entries > 0) {
      read[source]--;
    }
  }

  @Override
  public void sendAfter(int destination, long sequence) {
    held[destination] = out[destination].after(sequence);
    sent[destination] = sequence;
    if (sequence > 0 && out[destination].message(sequence) == null) {
      throw new Violation(
          Violation.Kind.FAIL_STOP,
          "message %d of a checkpoint is not in the log from %d to %d"
              .formatted(sequence, rank.number(), destination));
    }
  }

  @Override
  public void copy(Arrival.Message message, ByteBuffer fixed, byte[] dynamic) {
    ChannelLog log = in[message.source()];
    ChannelLog.Entry entry;
    if (message.position() == Arrival.Message.BY_NUMBER) {
      entry = log.message(message.sequence());
    } else {
      entry = log.get((int) message.position());
    }
    requireKept("from " + message.source(), entry);
    fixed.putLong(fixed.position(), entry.fixed());
    if (entry.dynamic() != null) {
      System.arraycopy(entry.dynamic(), 0, dynamic, 0, entry.dynamic().length);
    }
  }

  @Override
  public boolean isHere(Arrival.Message message) {
    boolean isHere =
        message.position() != Arrival.Message.BY_NUMBER
            || in[message.source()].message(message.sequence()) != null;
    if (!isHere) {
      job.count(Rule.PAYLOAD_AWAITED);
    }
    return isHere;
  }

  @Override
  public boolean hasArrivals() {
    return hasUnread();
  }

  @Override
  public void awaitArrivals() {
    throw new AssertionError("An operation waits within a step");
  }

  @Override
  public Arrival.Message recorded(int destination) {
    ChannelLog log = out[destination];
    while (held[destination] < heldEnd[destination]) {
      if (log.get(held[destination]).arrival() instanceof Arrival.Message message) {
        requireKept("to " + destination, log.get(held[destination]));
        return message;
      }
      held[destination]++;
    }
    return landed(destination);
  }

  /** The next message that the receiver's host has, and only that. */
  private Arrival.Message landed(int destination) {
    long next = sent[destination] + 1;
    if (next > landedEnd[destination]) {
      return null;
    }
    return (Arrival.Message) mirrors[destination].message(next).arrival();
  }

  @Override
  public void sendAgain(
      int destination, long sequence, Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
    if (held[destination] < heldEnd[destination]) {
      skipRecorded(destination);
      sent[destination] = sequence;
      return;
    }
    job.count(Rule.SENT_AGAIN);
    sent[destination] = sequence;
    if (job.mutation() != Mutation.NOT_APPENDED_AGAIN) {
      send(destination, sequence, envelope, fixed, dynamic);
    }
  }

  @Override
  public void skipRecorded(int destination) {
    job.count(Rule.SEND_HELD);
    if (job.isTold()) {
      rank.tell("  which the log holds");
    }
    ChannelLog.Entry entry = out[destination].get(held[destination]++);
    if (job.mutation() == Mutation.DUPLICATE_NOT_DROPPED) {
      Arrival.Message m = (Arrival.Message) entry.arrival();
      append(
          destination,
          new Arrival.Message(m.source(), m.sequence(), m.envelope(), out[destination].size()),
          entry.fixed(),
          entry.dynamic());
    }
  }

  @Override
  public void progress(long clock) {
    rank.snapshotGate();
  }

  @Override
  public void close() {}
}
