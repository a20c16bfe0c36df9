package org.ftmpj.hostd.copies;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.ftmpj.checkpoint.store.CheckpointState;
import org.ftmpj.checkpoint.store.CheckpointStore;
import org.ftmpj.checkpoint.store.CheckpointStore.Stored;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.network.Content;
import org.ftmpj.network.Session;
import org.ftmpj.network.Topic;
import org.ftmpj.protocol.rank.RankCheckpoint;
import org.ftmpj.transport.journal.RetainedPositions;

/**
 * What ranks still need of the logs, wherever they go on: what any of their last two checkpoints
 * does, here or copied to where it survives this host. The newer copy may need more than the older
 * one: if that cannot be restored any more, the rank goes back to an older checkpoint, and the next
 * one may be less far. Each host keeps it of all ranks, and is told by the rank's. A content is
 * little-endian:
 *
 * <pre>
 *  0  i8   kind, 64
 *  1  i32  rank
 *  5  i64  the incarnation with which it came to its host; 0 if it began there
 * 13  i64  the first of its own determinants
 * 21  i32  the first of those other ranks that follow
 * 25       of each: i64 the first message from it, i64 the first message to it,
 *          i64 the incarnation that wrote the last message that was read from it
 * </pre>
 *
 * What is needed is the least of the checkpoints of both kinds, once there are two of each.
 */
final class PublishedPositions {
  /** Requests for copies, and answers, have others. */
  private static final byte KIND = 64;

  private static final int HEADER = 25;

  /** How much is said of each other rank. */
  private static final int OF_PEER = 3;

  private static final int PEER = OF_PEER * Long.BYTES;

  /** So many ranks are in a content. */
  private static final int MOST = 1000;

  private final CopyingHost here;
  private final int ranks;
  private final Map<Integer, RetainedPositions> known = new ConcurrentHashMap<>();

  /** The last positions of each rank of this host that all hosts have got. One thread. */
  private final Map<Integer, long[]> told = new HashMap<>();

  PublishedPositions(CopyingHost here, int ranks) {
    this.here = here;
    this.ranks = ranks;
  }

  /** Whether it is what another host tells of that. */
  static boolean isOne(ByteBuffer content) {
    return content.hasRemaining() && content.get(content.position()) == KIND;
  }

  /**
   * Tells all hosts what a rank of this one needs, if that is less than before. Nothing, if it
   * keeps logs whole.
   *
   * @param copies what its last two checkpoints need that are copied from here; none if there are
   *     not two
   */
  void tell(int rank, List<long[]> copies) throws InterruptedException {
    List<CheckpointState> kept = kept(rank);
    if (copies.isEmpty() || kept.isEmpty() || !Files.exists(here.layout().retention(rank))) {
      return;
    }
    long[] needed =
        Stream.concat(
                copies.stream(),
                kept.stream().map(state -> of(RankCheckpoint.decode(state.rank()), ranks)))
            .reduce(PublishedPositions::least)
            .orElseThrow();
    if (Arrays.equals(needed, told.put(rank, needed))) {
      return;
    }
    long cameAs = ArrivalIncarnation.of(here.layout(), rank);
    take(rank, cameAs, needed[0], 0, Arrays.copyOfRange(needed, 1, needed.length));
    for (int host = 1; host <= here.names().size(); host++) {
      if (host != here.host()) {
        tell(host, rank, cameAs, needed);
      }
    }
  }

  /** The last two on this host; none if there are not two, or one is just being removed. */
  private List<CheckpointState> kept(int rank) {
    List<Stored> all = new CheckpointStore(here.layout().checkpoints(rank)).all();
    if (all.size() < CheckpointStore.RETAINED) {
      return List.of();
    }
    try {
      return all.stream().map(each -> CheckpointState.read(each.state())).toList();
    } catch (FtmpjException e) {
      if (all.stream().allMatch(each -> Files.exists(each.directory()))) {
        throw e;
      }
      return List.of();
    }
  }

  /**
   * What a checkpoint needs: determinants, then of each other rank what a content has of it.
   *
   * @param ranks of the job
   */
  static long[] of(RankCheckpoint checkpoint, int ranks) {
    long[] needed = new long[1 + OF_PEER * ranks];
    needed[0] = checkpoint.firstRecord();
    for (int peer = 0; peer < ranks; peer++) {
      int at = 1 + OF_PEER * peer;
      needed[at] = checkpoint.firstReceived(peer);
      needed[at + 1] = checkpoint.firstSent(peer);
      needed[at + 2] = checkpoint.readOf(peer);
    }
    return needed;
  }

  private static long[] least(long[] one, long[] other) {
    long[] least = new long[one.length];
    Arrays.setAll(least, at -> Math.min(one[at], other[at]));
    return least;
  }

  private void tell(int host, int rank, long cameAs, long[] needed) throws InterruptedException {
    Session session = here.sessions().apply(host);
    if (session == null) {
      return; // It was lost in an earlier run.
    }
    try {
      for (int first = 0; first < ranks; first += MOST) {
        int end = Math.min(ranks, first + MOST);
        session.send(Topic.COPIES, encode(rank, cameAs, first, needed, end));
      }
    } catch (FtmpjException lost) {
      // What becomes of its ranks is a matter of others.
      return;
    }
  }

  private static Content encode(int rank, long cameAs, int first, long[] needed, int end) {
    ByteBuffer bytes =
        ByteBuffer.allocate(HEADER + (end - first) * PEER).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(KIND).putInt(rank).putLong(cameAs).putLong(needed[0]).putInt(first);
    for (int i = 1 + OF_PEER * first; i < 1 + OF_PEER * end; i++) {
      bytes.putLong(needed[i]);
    }
    return Content.of(bytes.array());
  }

  /**
   * Another host tells what a rank needs. Any thread.
   *
   * @throws FtmpjException HOST_VERSION
   */
  void receive(ByteBuffer content) {
    try {
      ByteBuffer from = content.order(ByteOrder.LITTLE_ENDIAN);
      byte kind = from.get();
      int rank = from.getInt();
      long cameAs = from.getLong();
      long record = from.getLong();
      int first = from.getInt();
      long[] positions = new long[from.remaining() / Long.BYTES];
      from.asLongBuffer().get(positions);
      if (kind != KIND || first < 0 || rank < 0 || rank >= ranks) {
        throw unknown(null);
      }
      take(rank, cameAs, record, first, positions);
    } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
      throw unknown(e);
    }
  }

  private void take(int rank, long cameAs, long record, int first, long[] positions) {
    RetainedPositions needed =
        known.computeIfAbsent(
            rank, number -> RetainedPositions.create(here.layout().retention(number), ranks));
    needed.raiseCameAs(cameAs); // First: else the rest would count for logs of the new host.
    needed.raiseRecord(record);
    for (int i = 0; i < positions.length; i += OF_PEER) {
      int peer = first + i / OF_PEER;
      needed.raiseReceived(peer, positions[i]);
      needed.raiseSent(peer, positions[i + 1]);
      needed.raiseReadOf(peer, positions[i + 2]);
    }
  }

  private static FtmpjException unknown(RuntimeException cause) {
    return new FtmpjException(
        ErrorCode.HOST_VERSION,
        "another host keeps copies of checkpoints otherwise than this one",
        cause);
  }
}
