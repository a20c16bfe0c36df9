package org.ftmpj.benchmarks.ranks;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Queue;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.channel.Interconnect;
import org.ftmpj.protocol.channel.ReadPosition;

/**
 * The channels of one of several ranks of the same thread, in memory: headers only, no payload.
 * What is left is the protocol.
 */
final class MemoryChannels implements Interconnect {
  private final int rank;
  private final MemoryChannels[] all;

  /** By source; null before the first message. */
  private final Channel[] inbound;

  /** Sources that have sent what was not taken. */
  private final BitSet ready;

  /** Messages that were not taken yet, and places for others. */
  private static final class Channel {
    private final Queue<Arrival.Message> sent = new ArrayDeque<>();
    private final Queue<Arrival.Message> spare = new ArrayDeque<>();
    private Arrival.Message taken;

    void send(int source, long sequence, Envelope envelope) {
      Arrival.Message message = spare.isEmpty() ? new Arrival.Message() : spare.remove();
      message.envelope().set(envelope);
      sent.add(message.set(source, sequence, 0));
    }

    /** Valid until the next call. */
    Arrival.Message take() {
      if (taken != null) {
        spare.add(taken);
      }
      taken = sent.poll();
      return taken;
    }
  }

  private MemoryChannels(int rank, MemoryChannels[] all) {
    this.rank = rank;
    this.all = all;
    this.inbound = new Channel[all.length];
    this.ready = new BitSet(all.length);
  }

  /** Those of all ranks. */
  static MemoryChannels[] of(int ranks) {
    MemoryChannels[] all = new MemoryChannels[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      all[rank] = new MemoryChannels(rank, all);
    }
    return all;
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return all.length;
  }

  @Override
  public void send(
      int destination, long sequence, Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
    Channel[] channels = all[destination].inbound;
    if (channels[rank] == null) {
      channels[rank] = new Channel();
    }
    channels[rank].send(rank, sequence, envelope);
    all[destination].ready.set(rank);
  }

  @Override
  public void mark(int destination, long sequence) {
    throw new IllegalStateException("No message here is synchronous");
  }

  @Override
  public Arrival next() {
    for (int source = ready.nextSetBit(0); source >= 0; source = ready.nextSetBit(source + 1)) {
      Arrival.Message message = inbound[source].take();
      if (message != null) {
        return message;
      }
      ready.clear(source);
    }
    return null;
  }

  @Override
  public ReadPosition read(int source) {
    throw new IllegalStateException("No checkpoint is taken here");
  }

  @Override
  public void copy(Arrival.Message message, ByteBuffer fixed, byte[] dynamic) {}

  @Override
  public boolean hasArrivals() {
    return !ready.isEmpty();
  }

  @Override
  public void awaitArrivals() {
    throw new IllegalStateException(
        "Rank " + rank + " waits, but all others of its thread wait too");
  }

  @Override
  public Arrival.Message recorded(int destination) {
    return null;
  }

  @Override
  public void skipRecorded(int destination) {
    throw new IllegalStateException("Nothing was sent before");
  }

  @Override
  public void close() {}
}
