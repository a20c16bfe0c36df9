package org.ftmpj.logger.wire;

import java.nio.ByteBuffer;
import org.ftmpj.protocol.quorum.Accept;

/**
 * WRITE, rank to one of several loggers. It replaces the logger's records from the first one on.
 * Big-endian:
 *
 * <pre>
 *  0  i32  incarnation that has first written these records
 *  4  i64  ticket
 * 12  u8   1 if the logger now has all that may be stable, 0 if that was so before, or is not yet
 * 13  i64  number of the first record
 * 21       the {@link Batch}; nothing if there are no records; of records that are needed no more
 *          only how many they are, i32
 * </pre>
 *
 * @param batch null if there are no records, or they are needed no more
 */
public record Write(Accept accept, Batch batch) implements Message {
  private static final int FIXED = 21;

  @Override
  public FrameKind kind() {
    return FrameKind.WRITE;
  }

  @Override
  public int bodyLength() {
    return FIXED + (batch != null ? batch.length() : isPassedOver() ? Integer.BYTES : 0);
  }

  @Override
  public void encodeBody(ByteBuffer to) {
    to.putInt(accept.incarnation());
    to.putLong(accept.ticket());
    to.put((byte) (accept.completes() ? 1 : 0));
    to.putLong(accept.first());
    if (batch != null) {
      batch.encode(to);
    } else if (isPassedOver()) {
      to.putInt(accept.count());
    }
  }

  /** Whether its records are no longer needed, and not in it. */
  private boolean isPassedOver() {
    return batch == null && accept.count() > 0;
  }

  static Write decodeBody(ByteBuffer body) throws MalformedMessage {
    int incarnation = body.getInt();
    long ticket = body.getLong();
    boolean completes = flag(body.get());
    long first = body.getLong();
    int passed = body.remaining() == Integer.BYTES ? body.getInt() : 0;
    Batch batch = body.hasRemaining() ? Batch.decode(body) : null;
    if (incarnation < 1 || first < 1 || passed < 0 || batch != null && batch.first() != first) {
      throw new MalformedMessage(
          "A write of incarnation " + incarnation + " from record " + first + ": " + batch);
    }
    int count = batch == null ? passed : batch.count();
    return new Write(new Accept(incarnation, first, count, completes, ticket), batch);
  }

  static boolean flag(byte value) throws MalformedMessage {
    if (value < 0 || value > 1) {
      throw new MalformedMessage("A flag is " + value);
    }
    return value == 1;
  }
}
