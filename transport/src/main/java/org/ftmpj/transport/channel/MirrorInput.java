package org.ftmpj.transport.channel;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/** Writes frames of channel logs from another host ({@link LogFrame}) to mirrors. One thread. */
public final class MirrorInput {
  private final IntFunction<Mirrors> mirrors;
  private final IntPredicate takes;
  private final ByteBuffer head =
      ByteBuffer.allocateDirect(LogFrame.HEAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);

  /**
   * @param mirrors by source; null for a rank from which nothing may come
   * @param takes whether records for that destination may come
   */
  public MirrorInput(IntFunction<Mirrors> mirrors, IntPredicate takes) {
    this.mirrors = mirrors;
    this.takes = takes;
  }

  /**
   * Takes a frame.
   *
   * @throws org.ftmpj.common.error.FtmpjException LOG_CORRUPT, LOG_VERSION, LOG_NOT_WRITABLE,
   *     DIVERGED
   */
  public void accept(ByteBuffer frame) {
    ByteBuffer from = frame.order(ByteOrder.LITTLE_ENDIAN);
    try {
      int version = from.get();
      int kind = from.get();
      int count = Short.toUnsignedInt(from.getShort());
      Mirrors to = mirrors.apply(from.getInt());
      int destination = from.getInt();
      long number = from.getLong();
      if (version != LogFrame.VERSION || to == null || !takes.test(destination) || number < 1) {
        throw LogFrame.corrupt(
            "Version %d, record %d for rank %d".formatted(version, number, destination));
      }
      switch (kind) {
        case LogFrame.RECORDS -> records(to, destination, number, count, from);
        case LogFrame.PIECE -> piece(to, destination, number, count, from);
        case LogFrame.DIGEST -> digest(to, destination, number, count, from);
        case LogFrame.BEGINNING -> to.begin(destination, number);
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

  private void digest(Mirrors to, int destination, long number, int headLength, ByteBuffer from) {
    readHead(headLength, from);
    to.digest(destination, number, head, from);
  }

  private void readHead(int length, ByteBuffer from) {
    if (length > LogFrame.HEAD_BYTES || length > from.remaining()) {
      throw LogFrame.corrupt("A head of %d bytes".formatted(length));
    }
    head.clear().put(0, from, from.position(), length).limit(length);
    from.position(from.position() + length);
  }
}
