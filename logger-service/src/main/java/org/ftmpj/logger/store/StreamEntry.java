package org.ftmpj.logger.store;

import java.nio.ByteBuffer;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.logger.wire.MalformedMessage;

/**
 * A record in the stream of a host with determinants of one of its ranks. After the head of the
 * {@link StreamRecord}, big-endian:
 *
 * <pre>
 *  4  i32  rank
 *  8  i32  incarnation
 * 12 i64 session: the process of the incarnation
 * 20       the {@link Batch}
 * </pre>
 *
 * @param batch refers to the record's content
 */
public record StreamEntry(int rank, int incarnation, long session, Batch batch)
    implements StreamRecord {
  static final int KIND = 0;
  private static final int FIXED = HEAD + 16;

  /**
   * Bytes by which a determinant in a stream has to be shorter than one that is recorded by itself.
   */
  private static final int AROUND = FIXED + Batch.HEADER + Integer.BYTES;

  /**
   * @throws FtmpjException {@code RECORD_TOO_LONG} if a determinant of that length does not fit
   */
  static void checkLength(int determinant) {
    Batch.checkLength(AROUND + determinant);
  }

  @Override
  public int length() {
    return FIXED + batch.length();
  }

  @Override
  public void encode(ByteBuffer to) {
    StreamRecord.encodeHead(KIND, to);
    to.putInt(rank).putInt(incarnation).putLong(session);
    batch.encode(to);
  }

  static StreamEntry decodeContent(ByteBuffer in) throws MalformedMessage {
    return new StreamEntry(in.getInt(), in.getInt(), in.getLong(), Batch.decode(in));
  }
}
