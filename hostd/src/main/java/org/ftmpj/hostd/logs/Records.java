package org.ftmpj.hostd.logs;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.ftmpj.network.Content;
import org.ftmpj.transport.channel.LogFrame;
import org.ftmpj.transport.channel.OutgoingLog;

/** Consecutive records of a channel log with inline payloads; see {@link LogFrame}. */
final class Records implements Content {
  private final OutgoingLog log;
  private final ArrivedMessages arrived;
  private final long first;
  private long lastMessage;
  private int count;
  private int length = LogFrame.HEADER;

  /** The position of each record. */
  private long[] positions = new long[1];

  private int[] heads = new int[1];
  private int[] payloads = new int[1];

  /**
   * Begins with the record at which the log is.
   *
   * @param arrived is called with the messages that the other host then has
   */
  Records(OutgoingLog log, ArrivedMessages arrived) {
    this.log = log;
    this.arrived = arrived;
    this.first = log.number();
    if (LogFrame.HEADER + bytes() > MOST) {
      throw LogFrame.corrupt("A record of %d bytes".formatted(bytes()));
    }
    add();
  }

  /** Whether the log's current record also fits. */
  boolean hasRoom() {
    return length + bytes() <= LogFrame.PIECE_BYTES;
  }

  private int bytes() {
    return LogFrame.LENGTHS + log.headLength() + log.payloadLength();
  }

  /** Adds the log's current record, the next one. */
  void add() {
    if (count == positions.length) {
      positions = Arrays.copyOf(positions, 4 * count);
      heads = Arrays.copyOf(heads, 4 * count);
      payloads = Arrays.copyOf(payloads, 4 * count);
    }
    positions[count] = log.position();
    heads[count] = log.headLength();
    payloads[count] = log.payloadLength();
    lastMessage = log.sequence();
    length += bytes();
    count++;
  }

  @Override
  public int length() {
    return length;
  }

  @Override
  public void delivered() {
    arrived.upTo(log.source(), log.destination(), lastMessage);
  }

  @Override
  public void write(ByteBuffer to) {
    LogFrame.encode(to, LogFrame.RECORDS, count, log.source(), log.destination(), first);
    for (int i = 0; i < count; i++) {
      to.putShort((short) heads[i]).putInt(payloads[i]);
      log.copy(positions[i], heads[i] + payloads[i], to);
    }
  }
}
