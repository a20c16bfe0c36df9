package org.ftmpj.transport.direct;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import org.ftmpj.common.handshake.Seals;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.transport.bulk.PayloadSource;
import org.ftmpj.transport.channel.LogFrame;
import org.ftmpj.transport.channel.OutgoingLog;
import org.ftmpj.transport.journal.RetainedPositions;

/**
 * The sender's side of a channel to a rank of another host: sends the records of the channel log,
 * from the one on that the receiver does not have. One thread at a time.
 */
final class OutgoingLink implements Link {
  /** The time without an answer after which unconfirmed records are asked for, in nanoseconds. */
  private static final long ASK_NS = 100_000_000;

  /** The time without an answer after which the connection is given up, in nanoseconds. */
  private static final long SILENCE_NS = 3_000_000_000L;

  /**
   * Bytes of a payload in a frame: few enough that the receiver opens one frame while this rank
   * seals the next.
   */
  private static final int PIECE = 32 << 10;

  private final JobLayout layout;
  private final int source;
  private final int destination;
  private final int size;
  private final PayloadSource payloads;

  /** The connection; null if there is none, like the log that it sends. */
  private SealedChannel channel;

  private OutgoingLog log;

  /** The records of the log that the receiver has, as far as it has said. */
  private long confirmed;

  /** The record of which everything before, and itself, is sent. */
  private long sent;

  /** The first bytes of the current record's payload that are sent; -1 unless it is in pieces. */
  private long offset = -1;

  private long askedNs;
  private long heardNs;

  /** What the logs of this rank's messages to that one are pruned by; null if it is not there. */
  private RetainedPositions arrived;

  OutgoingLink(JobLayout layout, int source, int destination, int size, PayloadSource payloads) {
    this.layout = layout;
    this.source = source;
    this.destination = destination;
    this.size = size;
    this.payloads = payloads;
  }

  boolean isConnected() {
    return channel != null;
  }

  /** Whether the socket has taken all that is in the log, or there is no connection. */
  boolean isSent() {
    return channel == null || channel.isEmpty() && !hasNext();
  }

  /** Whether the receiver has said that it has everything that was sent. */
  boolean isConfirmed() {
    return channel != null && offset < 0 && confirmed == sent && !log.hasRecord();
  }

  /** Takes over a new connection, on which the receiver has said what it has. */
  void connected(SocketChannel socket, Seals seals, Selector selector, ReceiverState its)
      throws IOException {
    disconnect();
    channel = new SealedChannel(socket, seals);
    channel.register(selector, this);
    log =
        OutgoingLog.ofWriter(
            layout,
            source,
            destination,
            its.message() > 0 ? its.records() : 0,
            its.message(),
            its.marks());
    offset = -1;
    sent = its.records();
    confirmed(its);
    askedNs = heardNs;
  }

  private void confirmed(ReceiverState its) {
    heardNs = System.nanoTime();
    confirmed = its.records();
    if (its.message() > 0 && Files.exists(layout.retention(source))) {
      if (arrived == null) {
        arrived = RetainedPositions.findToWrite(layout.arrived(destination), size);
      }
      if (arrived != null) {
        arrived.raiseReceived(source, its.message() + 1);
      }
    }
  }

  /** Sends what there is, as far as the socket takes it. */
  @Override
  public void flush() throws IOException {
    while (hasNext()) {
      ByteBuffer to = channel.claim();
      if (to == null) {
        if (!channel.flush()) {
          return;
        }
        continue;
      }
      if (!encode(to)) {
        break;
      }
      channel.commit();
      channel.flush();
    }
    channel.flush();
  }

  /** Goes to the next record that the receiver does not have. */
  private boolean hasNext() {
    while (offset < 0 && log.hasRecord() && log.number() <= sent) {
      log.take();
    }
    return log.hasRecord();
  }

  /**
   * Encodes the next frame.
   *
   * @return false if the payload of the record is not written yet
   */
  private boolean encode(ByteBuffer to) {
    if (log.isBulk()) {
      return encodePiece(to);
    }
    int begin = to.position();
    LogFrame.encode(to, LogFrame.RECORDS, 0, source, destination, log.number());
    int count = 0;
    do {
      int length = log.headLength() + log.payloadLength();
      if (count > 0 && to.position() - begin + length > LogFrame.PIECE_BYTES) {
        break;
      }
      to.putShort((short) log.headLength()).putInt(log.payloadLength());
      log.copy(log.position(), length, to);
      taken();
      count++;
    } while (count < Short.MAX_VALUE && log.hasRecord() && !log.isBulk());
    to.putShort(begin + 2, (short) count);
    return true;
  }

  private boolean encodePiece(ByteBuffer to) {
    long end = log.length() + (log.isBegun() ? PayloadSource.DIGEST : 0);
    offset = Math.max(0, offset);
    long bytes = Math.min(PIECE, log.length() - offset);
    if (offset + bytes == log.length()) {
      // The digest comes with the last byte of payload.
      bytes = end - offset;
    }
    if (payloads.written() < log.payload() + offset + bytes) {
      return false;
    }
    int head = offset == 0 ? log.headLength() : 0;
    LogFrame.encode(to, LogFrame.PIECE, head, source, destination, log.number());
    to.putLong(offset);
    if (head > 0) {
      log.copy(log.position(), head, to);
    }
    payloads.copy(log.payload() + offset, (int) bytes, to);
    offset += bytes;
    if (offset == end) {
      offset = -1;
      taken();
    }
    return true;
  }

  private void taken() {
    sent = log.number();
    log.take();
  }

  /** Reads the answers of the receiver. */
  @Override
  public void read() throws IOException {
    while (channel.fill()) {
      for (ByteBuffer frame = channel.next(); frame != null; frame = channel.next()) {
        confirmed(ReceiverState.decode(frame.order(ByteOrder.LITTLE_ENDIAN)));
      }
    }
  }

  /**
   * Asks for what the receiver has if that was not said for some time.
   *
   * @throws IOException if it has not answered for too long
   */
  void ask(long nowNs, boolean soon) throws IOException {
    if (confirmed >= sent && offset < 0) {
      heardNs = nowNs;
      return;
    }
    if (nowNs - heardNs > SILENCE_NS) {
      throw new IOException("no answer for " + (nowNs - heardNs) / 1_000_000 + " ms");
    }
    if (nowNs - askedNs < (soon ? ASK_NS / 20 : ASK_NS)) {
      return;
    }
    ByteBuffer to = channel.claim();
    if (to != null) {
      // A full connection is not asked, but is given up after the same silence.
      ReceiverState.ask(to);
      channel.commit();
      askedNs = nowNs;
    }
    channel.flush();
  }

  @Override
  public void disconnect() throws IOException {
    if (channel != null) {
      SealedChannel old = channel;
      channel = null;
      log.close();
      old.close();
    }
  }

  @Override
  public String toString() {
    return "the connection to rank " + destination;
  }
}
