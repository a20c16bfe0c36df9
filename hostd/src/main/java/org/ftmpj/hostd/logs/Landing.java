package org.ftmpj.hostd.logs;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.Map;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.network.Receiver;
import org.ftmpj.transport.bell.Doorbell;
import org.ftmpj.transport.channel.Mirrors;
import org.ftmpj.transport.control.ControlBlock;

/** Writes what the shipper of another host sends to mirrors of its channel logs. One thread. */
final class Landing implements Receiver, AutoCloseable {
  private final Map<Integer, Mirrors> mirrors = new HashMap<>();
  private final boolean[] here;
  private final Doorbell bell = Doorbell.open();
  private final ByteBuffer head =
      ByteBuffer.allocateDirect(LogFrame.HEAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);

  /**
   * @param sources the ranks of the other host
   * @param destinations the ranks of this one
   */
  Landing(JobLayout layout, ControlBlock control, int[] sources, int[] destinations) {
    here = new boolean[control.size()];
    for (int destination : destinations) {
      here[destination] = true;
    }
    for (int source : sources) {
      mirrors.put(source, new Mirrors(layout, control, source, bell));
    }
  }

  @Override
  public void accept(ByteBuffer content) {
    ByteBuffer from = content.order(ByteOrder.LITTLE_ENDIAN);
    try {
      int version = from.get();
      int kind = from.get();
      int count = Short.toUnsignedInt(from.getShort());
      Mirrors to = mirrors.get(from.getInt());
      int destination = from.getInt();
      long number = from.getLong();
      if (version != LogFrame.VERSION
          || to == null
          || destination < 0
          || destination >= here.length
          || !here[destination]
          || number < 1) {
        throw LogFrame.corrupt(
            "Version %d, record %d for rank %d".formatted(version, number, destination));
      }
      switch (kind) {
        case LogFrame.RECORDS -> records(to, destination, number, count, from);
        case LogFrame.PIECE -> piece(to, destination, number, count, from);
        default -> throw LogFrame.corrupt("Kind " + kind);
      }
    } catch (BufferUnderflowException e) {
      throw LogFrame.corrupt("Too few bytes");
    }
  }

  private void records(Mirrors to, int destination, long first, int count, ByteBuffer from) {
    int end = from.limit();
    for (int i = 0; i < count; i++) {
      int headLength = Short.toUnsignedInt(from.getShort());
      int payloadLength = from.getInt();
      readHead(headLength, from);
      if (payloadLength < 0 || payloadLength > from.remaining()) {
        throw LogFrame.corrupt("%d bytes of payload".formatted(payloadLength));
      }
      int after = from.position() + payloadLength;
      to.record(destination, first + i, head, from.limit(after));
      from.limit(end).position(after);
    }
    if (from.hasRemaining()) {
      throw LogFrame.corrupt("%d bytes too many".formatted(from.remaining()));
    }
  }

  private void piece(Mirrors to, int destination, long number, int headLength, ByteBuffer from) {
    long offset = from.getLong();
    readHead(headLength, from);
    if (offset < 0) {
      throw LogFrame.corrupt("A piece from %d on".formatted(offset));
    }
    to.piece(destination, number, head, offset, from);
  }

  private void readHead(int length, ByteBuffer from) {
    if (length > LogFrame.HEAD_BYTES || length > from.remaining()) {
      throw LogFrame.corrupt("A head of %d bytes".formatted(length));
    }
    head.clear().put(0, from, from.position(), length).limit(length);
    from.position(from.position() + length);
  }

  /** The session has ended: nothing comes any more. */
  @Override
  public void close() {
    mirrors.values().forEach(Mirrors::close);
    bell.close();
  }
}
