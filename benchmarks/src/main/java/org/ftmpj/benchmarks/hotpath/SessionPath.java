package org.ftmpj.benchmarks.hotpath;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.ftmpj.protocol.event.ValueKind;
import org.ftmpj.protocol.match.PendingRequest;
import org.ftmpj.protocol.match.Receive;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.protocol.replay.RankListener;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The protocol alone: between a device that does nothing and logs that do nothing. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SessionPath {
  private final OneMessage channel = new OneMessage();
  private final RankSession session =
      new RankSession(channel, new EmptyEventLog(), RankListener.NONE);
  private final ByteBuffer payload = ByteBuffer.allocateDirect(64);
  private final Receive never =
      session.post(OneMessage.SOURCE, OneMessage.CONTEXT, OneMessage.TAG + 1);
  private final PendingRequest[] two = new PendingRequest[2];
  private long value;

  /** A receive is posted, its message arrives, it is waited for, and over. */
  @Benchmark
  public long matchNamed() {
    return match(OneMessage.SOURCE);
  }

  /** The same from any source: the match is recorded. */
  @Benchmark
  public long matchAny() {
    return match(Receive.ANY_SOURCE);
  }

  private long match(int source) {
    Receive receive = session.post(source, OneMessage.CONTEXT, OneMessage.TAG);
    channel.arrive();
    session.await(receive);
    return end(receive);
  }

  /** A message arrives, is probed, and then received. */
  @Benchmark
  public long unexpected() {
    channel.arrive();
    session.probe(OneMessage.SOURCE, OneMessage.CONTEXT, OneMessage.TAG);
    return end(session.post(OneMessage.SOURCE, OneMessage.CONTEXT, OneMessage.TAG));
  }

  /** One of two receives gets its message: the delivery is recorded. */
  @Benchmark
  public long waitAny() {
    Receive receive = session.post(OneMessage.SOURCE, OneMessage.CONTEXT, OneMessage.TAG);
    two[0] = never;
    two[1] = receive;
    channel.arrive();
    session.awaitAny(two);
    return end(receive);
  }

  private long end(Receive receive) {
    long sequence = receive.message().sequence();
    session.free(receive);
    return sequence;
  }

  /** The gate, when nothing was recorded since the last one. */
  @Benchmark
  public void gateOpen() {
    session.commitOutput();
  }

  /** A send of 64 bytes up to the channel log: clock, digest, envelope, gate. */
  @Benchmark
  public PendingRequest send64() {
    return session.send(1, OneMessage.CONTEXT, OneMessage.TAG, false, 0, 64, payload, 64, null, 0);
  }

  /** The same with a mark of its match, which comes at once. */
  @Benchmark
  public void sendSynchronously() {
    PendingRequest sent =
        session.send(1, OneMessage.CONTEXT, OneMessage.TAG, true, 0, 64, payload, 64, null, 0);
    session.await(sent);
    session.free(sent);
  }

  /** A number from outside is read, its determinant made, and added to the record. */
  @Benchmark
  public long recordValue() {
    return session.value(ValueKind.NANO_TIME, () -> value += 17);
  }
}
