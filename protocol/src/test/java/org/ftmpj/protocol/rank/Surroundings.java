package org.ftmpj.protocol.rank;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.event.DeterminantCodec;
import org.ftmpj.protocol.event.EventLog;

/** Rank 0 of 2; all channels are those to and from rank 1. Every record is stable at once. */
final class Surroundings implements FirstOfTwo, EventLog, QuietOutside {
  final Queue<Arrival> arrived = new ArrayDeque<>();
  final Queue<Arrival.Message> held = new ArrayDeque<>();
  final List<Determinant> recorded = new ArrayList<>();
  final List<Determinant> recordedBeforeSend = new ArrayList<>();

  /** Sequence numbers of the messages that were marked as matched. */
  final List<Long> marked = new ArrayList<>();

  /** What rank 1 sends as soon as a message of it is marked. */
  final List<Arrival> whenMarked = new ArrayList<>();

  /** What happens while the rank waits for arrivals, in the order in which it does. */
  final Queue<Runnable> sleeps = new ArrayDeque<>();

  /** Whether the output log holds a line that was not repeated yet. */
  boolean holdsOutput;

  private long records;

  @Override
  public void send(int to, long sequence, Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
    recordedBeforeSend.addAll(recorded);
  }

  @Override
  public void mark(int destination, long sequence) {
    marked.add(sequence);
    arrived.addAll(whenMarked);
    whenMarked.clear();
  }

  @Override
  public Arrival next() {
    return arrived.poll();
  }

  @Override
  public boolean hasArrivals() {
    return !arrived.isEmpty();
  }

  @Override
  public void awaitArrivals() {
    if (sleeps.isEmpty()) {
      throw new AssertionError("waits for what does not come");
    }
    sleeps.remove().run();
  }

  @Override
  public Arrival.Message held(int destination) {
    return destination == 1 ? held.peek() : null;
  }

  @Override
  public void skipHeld(int destination) {
    held.remove();
  }

  @Override
  public long history(long first, Consumer<ByteBuffer> record) {
    DeterminantCodec codec = new DeterminantCodec();
    recorded.forEach(codec::add);
    if (codec.length() > 0) {
      record.accept(codec.take());
      records++;
    }
    return records;
  }

  @Override
  public long append(ByteBuffer record) {
    DeterminantCodec.decode(record, recorded::add);
    return ++records;
  }

  @Override
  public long stable() {
    return records;
  }

  @Override
  public void awaitStable(long number) {}

  @Override
  public boolean holdsMoreOutput() {
    return holdsOutput;
  }

  @Override
  public void close() {}
}
