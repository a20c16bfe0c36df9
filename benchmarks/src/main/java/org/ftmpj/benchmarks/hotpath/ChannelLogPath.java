package org.ftmpj.benchmarks.hotpath;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.transport.channel.ChronicleInterconnect;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A message from the sender's buffer through the channel log into the receiver's buffer, by one
 * thread, which is both: append, announcement, look for it, copy, check of the payload. One
 * invocation is as many messages as {@link #messages} says, because a log must not fill the disk.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ChannelLogPath {
  private static final int VOLUME = 64 << 20;
  private static final int MOST_MESSAGES = 50_000;

  /** Of a message. */
  @Param({"64", "4096", "65536", "1048576"})
  public int bytes;

  private ChronicleInterconnect sender;
  private ChronicleInterconnect receiver;
  private Envelope envelope;
  private ByteBuffer sent;
  private ByteBuffer received;
  private long sequence;

  /** Messages in one invocation. */
  public static int messages(int bytes) {
    return Math.min(MOST_MESSAGES, VOLUME / bytes);
  }

  /** Opens the log at both ends. */
  @Setup
  public void open() {
    JobLayout layout = Place.newJob(2);
    sender = ChronicleInterconnect.open(layout, 0, 2, 1);
    receiver = ChronicleInterconnect.open(layout, 1, 2, 1);
    sent = ByteBuffer.allocateDirect(bytes);
    received = ByteBuffer.allocateDirect(bytes);
    for (int i = 0; i < bytes; i++) {
      sent.put(i, (byte) i);
    }
    CRC32C crc = new CRC32C();
    crc.update(sent.duplicate());
    envelope = new Envelope(1, 1, false, 0, bytes, bytes, 0, (int) crc.getValue());
  }

  /** All messages of an invocation, one after the other. */
  @Benchmark
  public long appendAndRead() {
    for (int i = messages(bytes); i > 0; i--) {
      one();
    }
    return sequence;
  }

  /** A message. */
  public void one() {
    sender.send(1, ++sequence, envelope, sent, null);
    Arrival.Message message = (Arrival.Message) receiver.next();
    receiver.copy(message, received, null);
  }

  /** Closes both. */
  @TearDown
  public void close() {
    sender.close();
    receiver.close();
  }
}
