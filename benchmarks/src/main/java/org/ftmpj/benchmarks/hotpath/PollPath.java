package org.ftmpj.benchmarks.hotpath;

import java.util.concurrent.TimeUnit;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.protocol.match.Receive;
import org.ftmpj.protocol.rank.RankSession;
import org.ftmpj.protocol.replay.RankListener;
import org.ftmpj.transport.channel.ChronicleInterconnect;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Polls that find nothing, in a job of four ranks. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PollPath {
  private static final int RANKS = 4;

  /** Fewer in a row than make a rank rest. */
  private static final int IN_A_ROW = 1000;

  private ChronicleInterconnect interconnect;
  private RankSession session;
  private Receive never;

  /** Opens the channels. */
  @Setup
  public void open() {
    JobLayout layout = Place.newJob(RANKS);
    interconnect = ChronicleInterconnect.open(layout, 0, RANKS, 1);
    session = new RankSession(interconnect, new EmptyEventLog(), RankListener.NONE);
    never = session.post(1, 1, 1);
  }

  /** {@code Test} on a receive that has no message yet. */
  @Benchmark
  @OperationsPerInvocation(IN_A_ROW)
  public int failedTest() {
    int found = 0;
    for (int i = 0; i < IN_A_ROW; i++) {
      found += session.test(never) ? 1 : 0;
    }
    session.commitOutput();
    return found;
  }

  /** {@code Iprobe} of any source. */
  @Benchmark
  @OperationsPerInvocation(IN_A_ROW)
  public int failedIprobe() {
    int found = 0;
    for (int i = 0; i < IN_A_ROW; i++) {
      found += session.iprobe(Receive.ANY_SOURCE, 1, 1) == null ? 0 : 1;
    }
    session.commitOutput();
    return found;
  }

  /** Closes the channels. */
  @TearDown
  public void close() {
    interconnect.close();
  }
}
