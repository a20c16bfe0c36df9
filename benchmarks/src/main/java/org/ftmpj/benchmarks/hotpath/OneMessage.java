package org.ftmpj.benchmarks.hotpath;

import java.nio.ByteBuffer;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.channel.Interconnect;
import org.ftmpj.protocol.channel.ReadPosition;

/**
 * Gives the same message again and again, once for each time that it is asked for, and a mark for
 * each message that is sent synchronously.
 */
final class OneMessage implements Interconnect {
  static final int SOURCE = 1;
  static final int CONTEXT = 1;
  static final int TAG = 1;

  private final Arrival.Message message =
      new Arrival.Message(SOURCE, 1, new Envelope(CONTEXT, TAG, false, 0, 8, 8, 0, 0), 0);
  private final Arrival.MatchedMark mark = new Arrival.MatchedMark(SOURCE, 0);
  private boolean here;
  private boolean marked;

  /** It is there now. */
  void arrive() {
    here = true;
  }

  @Override
  public int rank() {
    return 0;
  }

  @Override
  public int size() {
    return 2;
  }

  @Override
  public Arrival next() {
    if (marked) {
      marked = false;
      return mark;
    }
    if (!here) {
      return null;
    }
    here = false;
    return message;
  }

  @Override
  public boolean hasArrivals() {
    return here || marked;
  }

  @Override
  public void awaitArrivals() {
    throw new IllegalStateException("It waits, but nothing will arrive");
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
  public void send(
      int destination, long sequence, Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
    if (envelope.synchronous()) {
      mark.set(sequence);
      marked = true;
    }
  }

  @Override
  public void mark(int destination, long sequence) {}

  @Override
  public ReadPosition read(int source) {
    throw new IllegalStateException("No checkpoint is taken here");
  }

  @Override
  public void copy(Arrival.Message m, ByteBuffer fixed, byte[] dynamic) {}

  @Override
  public void close() {}
}
