package org.ftmpj.protocol.rank;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.channel.ReadPosition;
import org.ftmpj.protocol.channel.RestorableInterconnect;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.event.DeterminantCodec;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.protocol.replay.RankListener;

/**
 * Rank 0 of 2; all channels are those to and from rank 1. Every record is stable at once, unless
 * {@link #stable} says something else.
 */
final class Surroundings implements FirstOfTwo, RestorableInterconnect, EventLog, RankListener {
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

  /** The last record that is stable, as long as nobody waits for a later one. */
  long stable = Long.MAX_VALUE;

  /** Numbers of the records that were waited for. */
  final List<Long> awaited = new ArrayList<>();

  /** Numbers of the messages that were sent. */
  final List<Long> sent = new ArrayList<>();

  /** Where a restored rank was told to go on, of the logs from and to rank 1. */
  final List<String> resumedAfter = new ArrayList<>();

  /** The operation clock that was published last. */
  long published;

  /** How many determinants there were when a record ended. */
  private final List<Integer> ends = new ArrayList<>();

  private ReadPosition read = ReadPosition.START;
  private long records;

  @Override
  public void progress(long clock) {
    published = clock;
  }

  @Override
  public void send(int to, long sequence, Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
    sent.add(sequence);
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
    Arrival next = arrived.poll();
    if (next != null) {
      records++;
    }
    if (next instanceof Arrival.Message message) {
      read = new ReadPosition(message.sequence(), records, 4);
    }
    return next;
  }

  @Override
  public ReadPosition read(int source) {
    return source == 1 ? read : ReadPosition.START;
  }

  @Override
  public void readAfter(int source, ReadPosition position) {
    if (source == 1) {
      resumedAfter.add("read " + position.sequence() + " records " + position.records());
      read = position;
      records = position.records();
    }
  }

  @Override
  public void sendAfter(int destination, long sequence) {
    if (destination == 1) {
      resumedAfter.add("sent " + sequence);
    }
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
  public Arrival.Message recorded(int destination) {
    return destination == 1 ? held.peek() : null;
  }

  @Override
  public void skipRecorded(int destination) {
    held.remove();
  }

  /** What was put there since the last record ended is another one. */
  @Override
  public long history(long first, Consumer<ByteBuffer> record) {
    endRecord();
    DeterminantCodec codec = new DeterminantCodec();
    int begin = first == 1 ? 0 : ends.get((int) first - 2);
    recorded.subList(begin, recorded.size()).forEach(codec::add);
    if (codec.length() > 0) {
      record.accept(codec.take());
    }
    return ends.size();
  }

  private void endRecord() {
    if (recorded.size() > (ends.isEmpty() ? 0 : ends.get(ends.size() - 1))) {
      ends.add(recorded.size());
    }
  }

  @Override
  public long append(ByteBuffer record) {
    DeterminantCodec.decode(record, recorded::add);
    endRecord();
    return ends.size();
  }

  @Override
  public long stable() {
    return Math.min(stable, ends.size());
  }

  @Override
  public void awaitStable(long number) {
    awaited.add(number);
    stable = Math.max(stable, number);
  }

  @Override
  public boolean hasUnrepeatedOutput() {
    return holdsOutput;
  }

  @Override
  public void close() {}
}
