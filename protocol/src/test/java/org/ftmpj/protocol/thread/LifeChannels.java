package org.ftmpj.protocol.thread;

import java.nio.ByteBuffer;
import java.util.List;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.EachSource;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.channel.Interconnect;
import org.ftmpj.protocol.channel.PayloadDigest;
import org.ftmpj.protocol.channel.ReadPosition;

/** The channel logs as one incarnation of a rank uses them. */
final class LifeChannels implements Interconnect {
  private final JobLogs logs;
  private final Life life;
  private final int rank;
  private final int[] read;
  private final EachSource sources;

  private final int[] heldUpTo;
  private final int[] nextHeld;
  private boolean woken;

  LifeChannels(JobLogs logs, Life life, int rank) {
    this.logs = logs;
    this.life = life;
    this.rank = rank;
    this.read = new int[logs.size()];
    this.sources = new EachSource(logs.size(), this::poll);
    this.heldUpTo = new int[logs.size()];
    this.nextHeld = new int[logs.size()];
    synchronized (logs) {
      for (int to = 0; to < logs.size(); to++) {
        heldUpTo[to] = logs.channel(rank, to).size();
      }
    }
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return logs.size();
  }

  @Override
  public void send(
      int destination, long sequence, Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
    synchronized (logs) {
      life.step();
      long[] content = new long[envelope.fixedLength() / Long.BYTES];
      fixed.duplicate().asLongBuffer().get(content);
      envelope.digest(new PayloadDigest().of(envelope, fixed, dynamic));
      Arrival.Message message = new Arrival.Message(rank, sequence, envelope, 0);
      logs.channel(rank, destination).add(new JobLogs.Sent(message, content));
      logs.notifyAll();
      life.step();
    }
  }

  @Override
  public void mark(int destination, long sequence) {
    synchronized (logs) {
      life.step();
      Arrival mark = new Arrival.MatchedMark(rank, sequence);
      logs.channel(rank, destination).add(new JobLogs.Sent(mark, null));
      logs.notifyAll();
    }
  }

  @Override
  public Arrival next() {
    return sources.next();
  }

  private Arrival poll(int source) {
    synchronized (logs) {
      life.step();
      List<JobLogs.Sent> channel = logs.channel(source, rank);
      return read[source] < channel.size() ? channel.get(read[source]++).arrival() : null;
    }
  }

  @Override
  public ReadPosition read(int source) {
    return new ReadPosition(read[source], read[source]);
  }

  @Override
  public void copy(Arrival.Message message, ByteBuffer fixed, byte[] dynamic) {
    synchronized (logs) {
      for (JobLogs.Sent sent : logs.channel(message.source(), rank)) {
        if (sent.arrival().equals(message)) {
          fixed.duplicate().asLongBuffer().put(sent.content());
        }
      }
    }
  }

  @Override
  public boolean hasArrivals() {
    synchronized (logs) {
      for (int source = 0; source < logs.size(); source++) {
        if (read[source] < logs.channel(source, rank).size()) {
          return true;
        }
      }
      return false;
    }
  }

  @Override
  public void awaitArrivals() {
    synchronized (logs) {
      life.step();
      try {
        // Longer than anybody should have to wait: a lost wake-up shows as a job that hangs.
        while (!life.isDead() && !woken && !hasArrivals()) {
          logs.wait();
        }
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      woken = false;
      life.step();
    }
  }

  @Override
  public void wake() {
    synchronized (logs) {
      woken = true;
      logs.notifyAll();
    }
  }

  @Override
  public Arrival.Message recorded(int destination) {
    synchronized (logs) {
      while (nextHeld[destination] < heldUpTo[destination]) {
        Arrival next = logs.channel(rank, destination).get(nextHeld[destination]).arrival();
        if (next instanceof Arrival.Message message) {
          return message;
        }
        nextHeld[destination]++;
      }
      return null;
    }
  }

  @Override
  public void skipRecorded(int destination) {
    nextHeld[destination]++;
  }

  @Override
  public void progress(long clock) {
    life.mayDie();
  }

  @Override
  public void close() {}
}
