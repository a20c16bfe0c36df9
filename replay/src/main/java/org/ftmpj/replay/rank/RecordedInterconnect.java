package org.ftmpj.replay.rank;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.function.LongConsumer;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.protocol.channel.Arrival;
import org.ftmpj.protocol.channel.EachSource;
import org.ftmpj.protocol.channel.Envelope;
import org.ftmpj.protocol.channel.ReadPosition;
import org.ftmpj.protocol.channel.RestorableInterconnect;
import org.ftmpj.protocol.report.OperationHistory;
import org.ftmpj.transport.channel.PayloadByNumber;
import org.ftmpj.transport.channel.RecordedChannel;
import org.ftmpj.transport.control.ControlBlock;

/**
 * The channels of one rank of a job that is over: all messages to it have arrived, and all its
 * sends are in the log. Reads only. One thread.
 */
final class RecordedInterconnect implements RestorableInterconnect {
  private final JobLayout layout;
  private final int rank;
  private final RecordedChannel[] inbound;
  private final RecordedChannel[] outbound;
  private final Arrival.Message[] held;
  private final boolean[] atEnd;
  private final OperationHistory operations;
  private final LongConsumer progress;
  private final EachSource sources;

  /**
   * The channels.
   *
   * @param operations gives the error if the rank waits for something that never comes
   * @param progress is called with the operation clock
   */
  RecordedInterconnect(
      JobLayout layout, int rank, int size, OperationHistory operations, LongConsumer progress) {
    this.layout = layout;
    this.rank = rank;
    this.operations = operations;
    this.progress = progress;
    inbound = new RecordedChannel[size];
    sources = new EachSource(size, source -> inbound[source].next());
    outbound = new RecordedChannel[size];
    held = new Arrival.Message[size];
    atEnd = new boolean[size];
    for (int peer = 0; peer < size; peer++) {
      inbound[peer] = new RecordedChannel(layout, peer, rank);
      outbound[peer] = new RecordedChannel(layout, rank, peer);
    }
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return inbound.length;
  }

  /** Throws, as the session refuses sends that are not in the log before. */
  @Override
  public void send(
      int destination, long sequence, Envelope envelope, ByteBuffer fixed, byte[] dynamic) {
    throw new FtmpjException(
        ErrorCode.INTERNAL, "Message " + sequence + " to rank " + destination + " in a replay");
  }

  /** Does nothing: earlier marks are not compared, as a recovery publishes marks again. */
  @Override
  public void mark(int destination, long sequence) {}

  @Override
  public Arrival next() {
    return sources.next();
  }

  @Override
  public ReadPosition read(int source) {
    return inbound[source].read();
  }

  @Override
  public void readAfter(int source, ReadPosition position) {
    inbound[source].readAfter(position);
  }

  @Override
  public void copy(Arrival.Message message, ByteBuffer fixed, byte[] dynamic) {
    if (message.position() == Arrival.Message.BY_NUMBER) {
      copyByNumber(message, fixed, dynamic);
      return;
    }
    inbound[message.source()].copy(message, fixed, dynamic);
  }

  private void copyByNumber(Arrival.Message message, ByteBuffer fixed, byte[] dynamic) {
    try (PayloadByNumber payload = new PayloadByNumber(layout, rank, message)) {
      if (!payload.copy(fixed, dynamic)) {
        throw new FtmpjException(
            ErrorCode.LOG_CORRUPT,
            "%s of a checkpoint is not in %s"
                .formatted(message, layout.channel(message.source(), rank)));
      }
    }
  }

  @Override
  public boolean hasArrivals() {
    return false;
  }

  /** Called when every channel was read to its end: nothing more arrives. */
  @Override
  public void awaitArrivals() {
    requireAllReadable();
    throw operations.endlessWait();
  }

  /** Requires that all logs can be read: a damaged one can look as if it ended earlier. */
  private void requireAllReadable() {
    if (!Files.exists(layout.control())) {
      return;
    }
    ControlBlock control = ControlBlock.openReadOnly(layout.control());
    for (int source = 0; source < inbound.length; source++) {
      // Every later incarnation has counted what it inherited once more.
      long appended =
          control.published(source, rank) - Math.max(0, control.incarnation(source) - 1);
      if (appended > inbound[source].recordsRead()) {
        throw new FtmpjException(
            ErrorCode.LOG_CORRUPT,
            "Only %d of %d records can be read in %s"
                .formatted(inbound[source].recordsRead(), appended, layout.channel(source, rank)));
      }
    }
  }

  @Override
  public void sendAfter(int destination, long sequence) {
    outbound[destination].readAfter(new ReadPosition(sequence, 0));
  }

  @Override
  public Arrival.Message recorded(int destination) {
    while (held[destination] == null && !atEnd[destination]) {
      Arrival arrival = outbound[destination].next();
      if (arrival == null) {
        atEnd[destination] = true;
      } else if (arrival instanceof Arrival.Message message) {
        held[destination] = message;
      }
    }
    return held[destination];
  }

  @Override
  public boolean copyRecorded(int destination, ByteBuffer fixed, byte[] dynamic) {
    outbound[destination].copy(recorded(destination), fixed, dynamic);
    return true;
  }

  @Override
  public void skipRecorded(int destination) {
    held[destination] = null;
  }

  @Override
  public void progress(long clock) {
    progress.accept(clock);
  }

  @Override
  public void close() {
    for (int peer = 0; peer < inbound.length; peer++) {
      inbound[peer].close();
      outbound[peer].close();
    }
  }
}
