package org.ftmpj.protocol.simulation;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.EachSource;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.channel.PayloadDigest;
import org.ftmpj.protocol.channel.ReadPosition;
import org.ftmpj.protocol.channel.RestorableInterconnect;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.event.DeterminantCodec;
import org.ftmpj.protocol.event.EventLog;
import org.ftmpj.protocol.rank.RankCheckpoint;
import org.ftmpj.protocol.replay.RankListener;

/** A rank's logs, to be read only: what it does is compared. */
final class Again implements RestorableInterconnect, EventLog, RankListener, Surroundings {
  private final Job job;
  private final SimulatedRank rank;
  private final int[] read;

  /** By source, messages up to that one are not given. */
  private final long[] passedOver;

  private final EachSource sources;

  private final int[] compared;
  private final boolean verifying;
  private final int[] lines;

  Again(Job job, SimulatedRank rank, boolean verifying) {
    this.verifying = verifying;
    this.job = job;
    this.rank = rank;
    read = new int[job.size()];
    passedOver = new long[job.size()];
    sources = new EachSource(job.size(), this::poll);
    compared = new int[job.size()];
    lines = new int[rank.lines().threads()];
  }

  /** From a checkpoint on. */
  Again(Job job, SimulatedRank rank, Checkpoint from) {
    this(job, rank, true);
    System.arraycopy(from.putOut(), 0, lines, 0, Math.min(lines.length, from.putOut().length));
  }

  @Override
  public void readAfter(int source, ReadPosition position) {
    ChannelLog log = job.channel(source, rank.number()).received();
    if (position.isByNumber()) {
      passedOver[source] = position.sequence();
    } else {
      read[source] = log.after(position.sequence());
      requireKept(log, read[source]);
    }
  }

  @Override
  public void sendAfter(int destination, long sequence) {
    ChannelLog log = job.channel(rank.number(), destination).sent();
    compared[destination] = log.after(sequence);
    requireKept(log, compared[destination]);
  }

  /**
   * From an entry on, but for marks: these may be removed of one of two copies that were merged.
   */
  private void requireKept(ChannelLog log, int entry) {
    int next = entry;
    while (next < log.size() && !log.get(next).isMessage()) {
      next++;
    }
    if (next < log.size() && log.get(next).isRemoved()) {
      throw other("its checkpoint needs what was removed from a log");
    }
  }

  /** The rank does something else than it has done. */
  Violation other(String what) {
    return new Violation(
        Violation.Kind.OTHER_RESULT,
        "rank %d, run again from its logs without a crash: %s".formatted(rank.number(), what));
  }

  void requireAllSeen() {
    for (int destination = 0; destination < job.size(); destination++) {
      if (nextSent(destination) != null) {
        throw other("it sends less to rank " + destination);
      }
    }
    if (misses()) {
      throw other("it puts out less");
    }
  }

  @Override
  public int rank() {
    return rank.number();
  }

  @Override
  public int size() {
    return job.size();
  }

  private ChannelLog.Entry nextSent(int destination) {
    ChannelLog log = job.channel(rank.number(), destination).sent();
    while (compared[destination] < log.size()) {
      ChannelLog.Entry entry = log.get(compared[destination]);
      if (entry.arrival() instanceof Arrival.Message) {
        return entry;
      }
      compared[destination]++;
    }
    return null;
  }

  @Override
  public void send(
      int destination, long sequence, Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
    envelope.digest(new PayloadDigest().of(envelope, fixed, dynamic));
    ChannelLog.Entry entry = nextSent(destination);
    if (entry == null) {
      throw other("it sends more to rank " + destination);
    }
    Arrival.Message message = (Arrival.Message) entry.arrival();
    compared[destination]++;
    if (message.sequence() != sequence
        || !message.envelope().equals(envelope)
        || entry.fixed() != fixed.getLong(fixed.position())
        || !Arrays.equals(entry.dynamic(), dynamic)) {
      throw other("it sends another message #" + sequence + " to rank " + destination);
    }
  }

  @Override
  public void mark(int destination, long sequence) {}

  @Override
  public Arrival next() {
    return sources.next();
  }

  private Arrival poll(int source) {
    ChannelLog log = job.channel(source, rank.number()).received();
    while (read[source] < log.size()) {
      Arrival arrival = log.get(read[source]++).arrival();
      boolean isPassedOver =
          arrival instanceof Arrival.Message message && message.sequence() <= passedOver[source];
      if (arrival != null && !isPassedOver) {
        return arrival;
      }
    }
    return null;
  }

  @Override
  public ReadPosition read(int source) {
    throw new AssertionError("A checkpoint of what is only compared");
  }

  @Override
  public void copy(Arrival.Message message, ByteBuffer fixed, byte[] dynamic) {
    ChannelLog log = job.channel(message.source(), rank.number()).received();
    ChannelLog.Entry entry =
        message.position() == Arrival.Message.BY_NUMBER
            ? log.message(message.sequence())
            : log.get((int) message.position());
    fixed.putLong(fixed.position(), entry.fixed());
    if (dynamic != null) {
      System.arraycopy(entry.dynamic(), 0, dynamic, 0, dynamic.length);
    }
  }

  @Override
  public boolean hasArrivals() {
    return false;
  }

  @Override
  public void awaitArrivals() {
    throw new AssertionError("An operation waits within a step");
  }

  @Override
  public Arrival.Message recorded(int destination) {
    ChannelLog.Entry entry = verifying ? nextSent(destination) : null;
    return entry == null ? null : (Arrival.Message) entry.arrival();
  }

  @Override
  public void skipRecorded(int destination) {
    compared[destination]++;
  }

  @Override
  public long history(long first, Consumer<ByteBuffer> record) {
    List<byte[]> all = rank.determinants();
    for (byte[] each : all.subList((int) first - 1, all.size())) {
      record.accept(ByteBuffer.wrap(each));
    }
    return all.size();
  }

  @Override
  public long append(ByteBuffer record) {
    DeterminantCodec.decode(
        record,
        determinant -> {
          if (!isOfCutOff(determinant)) {
            throw other("it has an outcome that is not recorded: " + determinant);
          }
        });
    return rank.determinants().size();
  }

  /** Main may end the program when the listener has come this far, or sooner. */
  private boolean isOfCutOff(Determinant determinant) {
    return job.plan().maybeCutOff(Background.THREAD)
        && (determinant instanceof Determinant.NotYet
            || determinant instanceof Determinant.Turn turn && turn.thread() == Background.THREAD);
  }

  @Override
  public long stable() {
    return Long.MAX_VALUE;
  }

  @Override
  public void awaitStable(long number) {}

  @Override
  public boolean hasUnrepeatedOutput() {
    return verifying && misses();
  }

  private boolean misses() {
    for (int thread = 0; thread < lines.length; thread++) {
      if (!job.plan().maybeCutOff(thread) && lines[thread] < rank.lines().of(thread).size()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() {}

  @Override
  public void begins(int operation, long hash) {}

  @Override
  public void print(int thread, long line) {
    int next = thread < lines.length ? lines[thread]++ : 0;
    List<Long> recorded = rank.lines().of(thread);
    if (next >= recorded.size() && job.plan().maybeCutOff(thread)) {
      return;
    }
    if (next >= recorded.size() || recorded.get(next) != line) {
      throw other("it puts out another line " + next + " of thread " + thread);
    }
  }

  @Override
  public long outsideValue(int bound) {
    throw other("it reads a value that is not recorded");
  }

  @Override
  public void taken(RankCheckpoint checkpoint) {}

  @Override
  public void received(Request request, Arrival.Message message) {}

  @Override
  public void completed(Request request, boolean live) {}

  @Override
  public boolean makes(Mutation mistake) {
    return job.mutation() == mistake;
  }

  @Override
  public void count(Rule rule) {}

  @Override
  public boolean isTold() {
    return false;
  }

  @Override
  public void tell(String what) {}
}
