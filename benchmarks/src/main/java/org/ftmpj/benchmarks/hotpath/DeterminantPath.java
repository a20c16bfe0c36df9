package org.ftmpj.benchmarks.hotpath;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.ftmpj.logger.local.MappedEventLog;
import org.ftmpj.protocol.event.Determinant;
import org.ftmpj.protocol.event.DeterminantCodec;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A determinant on its way into the log of level process, a record of its own as at each gate. */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DeterminantPath {
  /** Determinants in one invocation: a log must not fill the disk. */
  public static final int DETERMINANTS = 50_000;

  private final Determinant match = new Determinant.Match(1_000_000, 1, 500_000);
  private final DeterminantCodec codec = new DeterminantCodec();
  private MappedEventLog log;

  /** Opens the log. */
  @Setup
  public void open() {
    log = new MappedEventLog(Place.newJob(1).determinants(0), 1);
    log.history(1, record -> {});
  }

  /** Encoded, alone in its record. */
  @Benchmark
  public long encode() {
    long bytes = 0;
    for (int i = 0; i < DETERMINANTS; i++) {
      codec.add(match);
      bytes += codec.take().remaining();
    }
    return bytes;
  }

  /** Encoded and appended. */
  @Benchmark
  public long encodeAndAppend() {
    long last = 0;
    for (int i = 0; i < DETERMINANTS; i++) {
      last = one();
    }
    return last;
  }

  /** A determinant, encoded and appended. */
  public long one() {
    codec.add(match);
    ByteBuffer record = codec.take();
    return log.append(record);
  }

  /** Closes the log. */
  @TearDown
  public void close() {
    log.close();
  }
}
