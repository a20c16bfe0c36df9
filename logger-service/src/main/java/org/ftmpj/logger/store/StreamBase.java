package org.ftmpj.logger.store;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A record in the stream of a host that says which earlier records are no longer needed, so that
 * event loggers may drop them, with what has to remain known about them (protocol rule
 * STREAM_PRUNED). After the head of the {@link StreamRecord}, big-endian:
 *
 * <pre>
 *  4  i64  number of the last record of the stream that is not needed
 * 12  i32  how many ranks follow
 * 16       of each: i32 rank, i32 newest incarnation that has recorded, i64 its session,
 *          i64 number of the first of its determinants that is needed
 * </pre>
 *
 * @param dropped number of the last record that is not needed
 * @param ranks all ranks with determinants in the stream, dropped ones included
 */
public record StreamBase(long dropped, List<OfRank> ranks) implements StreamRecord {
  static final int KIND = 1;
  private static final int FIXED = HEAD + Long.BYTES + Integer.BYTES;
  private static final int OF_RANK = 2 * Integer.BYTES + 2 * Long.BYTES;

  /**
   * A rank.
   *
   * @param incarnation the newest one that has recorded before
   * @param session the process of that incarnation
   * @param first the first of its determinants that is needed; perhaps none has that number yet
   */
  public record OfRank(int rank, int incarnation, long session, long first) {}

  /** Requires a valid base. */
  public StreamBase {
    ranks = List.copyOf(ranks);
  }

  @Override
  public int length() {
    return FIXED + OF_RANK * ranks.size();
  }

  @Override
  public void encode(ByteBuffer to) {
    StreamRecord.encodeHead(KIND, to);
    to.putLong(dropped).putInt(ranks.size());
    for (OfRank rank : ranks) {
      to.putInt(rank.rank).putInt(rank.incarnation).putLong(rank.session).putLong(rank.first);
    }
  }

  static StreamBase decodeContent(ByteBuffer in) {
    long dropped = in.getLong();
    int count = in.getInt();
    if (dropped < 1 || count < 0 || in.remaining() != (long) count * OF_RANK) {
      throw StoredRecord.corrupt(
          "%d bytes say what %d ranks need after %d".formatted(in.remaining(), count, dropped),
          "a host's stream",
          null);
    }
    List<OfRank> ranks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ranks.add(new OfRank(in.getInt(), in.getInt(), in.getLong(), in.getLong()));
    }
    return new StreamBase(dropped, ranks);
  }
}
