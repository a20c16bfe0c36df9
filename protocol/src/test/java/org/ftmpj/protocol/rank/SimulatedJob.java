package org.ftmpj.protocol.rank;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.channel.Interconnect;
import org.ftmpj.protocol.event.EventLog;

/**
 * A job in memory: channel logs, event logs whose records become stable late, outputs. A rank
 * crashes by a {@link Crash} out of any step; what it leaves is what its logs hold.
 */
final class SimulatedJob {
  final int size;
  final Baton baton;
  final List<List<List<Entry>>> channels = new ArrayList<>();
  final List<List<byte[]>> events = new ArrayList<>();
  final List<List<String>> outputs = new ArrayList<>();
  final int[] crashIn;
  final int[] crashes;

  record Entry(Arrival arrival, byte[] fixed) {}

  /** The death of a rank. */
  static final class Crash extends Error {
    private static final long serialVersionUID = 1L;

    Crash() {
      super("crash", null, false, false);
    }
  }

  SimulatedJob(int size, long seed) {
    this.size = size;
    this.baton = new Baton(seed);
    crashIn = new int[size];
    crashes = new int[size];
    for (int i = 0; i < size; i++) {
      List<List<Entry>> row = new ArrayList<>();
      for (int j = 0; j < size; j++) {
        row.add(new ArrayList<>());
      }
      channels.add(row);
      events.add(new ArrayList<>());
      outputs.add(new ArrayList<>());
    }
  }

  /** Something happens to that rank: somebody else may run, and it may die here. */
  void step(int rank) {
    baton.step();
    if (crashIn[rank] > 0 && --crashIn[rank] == 0) {
      crashes[rank]++;
      throw new Crash();
    }
  }

  /**
   * The event log of one incarnation: what it appended becomes stable when it waits, or at random.
   */
  final class Events implements EventLog {
    private final int rank;
    private final List<byte[]> pending = new ArrayList<>();
    private long last;

    Events(int rank) {
      this.rank = rank;
    }

    @Override
    public long history(Consumer<ByteBuffer> record) {
      events.get(rank).forEach(bytes -> record.accept(ByteBuffer.wrap(bytes)));
      last = events.get(rank).size();
      return last;
    }

    @Override
    public long append(ByteBuffer record) {
      step(rank);
      byte[] bytes = new byte[record.remaining()];
      record.get(bytes);
      pending.add(bytes);
      if (baton.nextInt(4) == 0) {
        stabilize(1 + baton.nextInt(pending.size()));
      }
      return ++last;
    }

    @Override
    public long stable() {
      return events.get(rank).size();
    }

    @Override
    public void awaitStable(long number) {
      while (stable() < number) {
        step(rank);
        stabilize(1);
      }
      step(rank);
    }

    @Override
    public void close() {}

    private void stabilize(int count) {
      for (int i = 0; i < count; i++) {
        events.get(rank).add(pending.remove(0));
      }
    }
  }

  /** The channel logs as one incarnation uses them. */
  final class Channels implements Interconnect {
    private final int rank;
    private final int[] read = new int[size];
    private final int[] held = new int[size];
    private final int[] heldEnd = new int[size];

    Channels(int rank) {
      this.rank = rank;
      for (int d = 0; d < size; d++) {
        heldEnd[d] = channels.get(rank).get(d).size();
      }
    }

    @Override
    public int rank() {
      return rank;
    }

    @Override
    public int size() {
      return size;
    }

    @Override
    public void send(
        int destination, long sequence, Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
      step(rank);
      byte[] bytes = new byte[envelope.fixedLength()];
      fixed.duplicate().get(bytes);
      List<Entry> log = channels.get(rank).get(destination);
      log.add(new Entry(new Arrival.Message(rank, sequence, envelope, log.size()), bytes));
      step(rank);
    }

    @Override
    public void mark(int destination, long sequence) {
      step(rank);
      channels
          .get(rank)
          .get(destination)
          .add(new Entry(new Arrival.MatchedMark(rank, sequence), null));
      step(rank);
    }

    @Override
    public Arrival poll(int source) {
      List<Entry> log = channels.get(source).get(rank);
      if (read[source] == log.size() || baton.nextInt(3) == 0) {
        return null;
      }
      step(rank);
      return log.get(read[source]++).arrival();
    }

    @Override
    public void copy(Arrival.Message message, ByteBuffer fixed, byte[] dynamic) {
      fixed
          .duplicate()
          .put(channels.get(message.source()).get(rank).get((int) message.position()).fixed());
    }

    @Override
    public boolean hasArrivals() {
      return true;
    }

    @Override
    public void awaitArrivals() {
      step(rank);
    }

    @Override
    public Arrival.Message held(int destination) {
      List<Entry> log = channels.get(rank).get(destination);
      while (held[destination] < heldEnd[destination]) {
        if (log.get(held[destination]).arrival() instanceof Arrival.Message message) {
          return message;
        }
        held[destination]++;
      }
      return null;
    }

    @Override
    public void skipHeld(int destination) {
      held[destination]++;
    }

    @Override
    public void progress(long clock) {}

    @Override
    public void close() {}
  }

  /**
   * The console side of one incarnation: puts out each line once, and insists that re-executed ones
   * are the same.
   */
  final class Console implements Outside {
    private final int rank;
    private final int heldEnd;
    private int written;

    Console(int rank) {
      this.rank = rank;
      heldEnd = outputs.get(rank).size();
    }

    void print(RankSession session, String line) {
      session.commitOutput();
      if (written < heldEnd) {
        String first = outputs.get(rank).get(written);
        if (!first.equals(line)) {
          throw new AssertionError("rank " + rank + " printed " + first + ", now prints " + line);
        }
      } else {
        step(rank);
        outputs.get(rank).add(line);
      }
      written++;
    }

    @Override
    public boolean holdsMoreOutput() {
      return written < heldEnd;
    }

    @Override
    public void live(RecoveryStatistics statistics) {}

    @Override
    public void transition(RankState from, RankState to, String why) {}
  }
}
