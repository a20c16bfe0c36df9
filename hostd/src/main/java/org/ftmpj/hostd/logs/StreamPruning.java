package org.ftmpj.hostd.logs;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.logger.store.StreamBase;
import org.ftmpj.logger.store.StreamEntry;
import org.ftmpj.transport.journal.RetainedPositions;
import org.ftmpj.transport.journal.Retention;

/**
 * The records of this host's stream that are still required: those from the first determinant on
 * that any rank requires, on whichever host it continues (protocol rule STREAM_PRUNED). Instead of
 * the position of each determinant, it stores every so many bytes of the stream how far that has
 * each rank. Used by one thread at a time, except for {@link #from}.
 */
public final class StreamPruning implements Retention {
  /** The least number of bytes of the stream between two places. */
  private static final long LEAST_BYTES = 256 << 10;

  /** The largest number of stored places. */
  private static final int MOST_PLACES = 256;

  private final JobLayout layout;
  private final Map<Integer, OfRank> ranks = new TreeMap<>();
  private final Deque<Place> places = new ArrayDeque<>();
  private long bytesBetween = LEAST_BYTES;
  private long bytesSince;
  private volatile long from = 1;

  /** A rank that has determinants in the stream. */
  private final class OfRank {
    private final int rank;
    private int incarnation;
    private long session;
    private long last;

    /** Null before the rank has reported it. */
    private RetainedPositions needed;

    OfRank(int rank) {
      this.rank = rank;
    }

    /** The first of its determinants that it requires. */
    long first() {
      if (needed == null) {
        needed = RetainedPositions.find(layout.retention(rank));
      }
      return needed == null ? 1 : Math.min(Math.max(1, needed.record()), last + 1);
    }
  }

  /**
   * A place in the stream.
   *
   * @param number of the last record before it
   * @param last the last determinant of each rank before it
   */
  private record Place(long number, Map<Integer, Long> last) {}

  /**
   * @param layout the job's directory on this host, which records what ranks require
   */
  public StreamPruning(JobLayout layout) {
    this.layout = layout;
  }

  /** {@inheritDoc} Counts the stream's records. Any thread. */
  @Override
  public long from() {
    return from;
  }

  /** Adds the newest record of the stream. */
  void has(StreamEntry entry, long number) {
    OfRank rank = ranks.computeIfAbsent(entry.rank(), OfRank::new);
    rank.incarnation = entry.incarnation();
    rank.session = entry.session();
    rank.last = entry.batch().last();
    bytesSince += entry.length();
    if (bytesSince >= bytesBetween) {
      bytesSince = 0;
      note(number);
    }
  }

  private void note(long number) {
    Map<Integer, Long> last = new HashMap<>();
    ranks.forEach((rank, its) -> last.put(rank, its.last));
    places.add(new Place(number, last));
    if (places.size() > MOST_PLACES) {
      bytesBetween *= 2;
      boolean[] goes = {true};
      places.removeIf(place -> goes[0] = !goes[0]);
    }
  }

  /** Records a base of the stream. */
  void has(StreamBase base) {
    for (StreamBase.OfRank each : base.ranks()) {
      OfRank rank = ranks.computeIfAbsent(each.rank(), OfRank::new);
      if (rank.last < each.first() - 1) {
        rank.incarnation = each.incarnation();
        rank.session = each.session();
        rank.last = each.first() - 1;
      }
    }
  }

  /**
   * The base to add to the stream before more of it may be dropped; empty if that is not worth it.
   * Once the base is stable, call {@link #drop}.
   */
  Optional<StreamBase> next() {
    Place until = null;
    while (!places.isEmpty() && isPast(places.getFirst())) {
      until = places.removeFirst();
    }
    if (until == null) {
      return Optional.empty();
    }
    bytesBetween = Math.max(LEAST_BYTES, bytesBetween / 2);
    List<StreamBase.OfRank> all = new ArrayList<>();
    for (OfRank rank : ranks.values()) {
      all.add(new StreamBase.OfRank(rank.rank, rank.incarnation, rank.session, rank.first()));
    }
    return Optional.of(new StreamBase(until.number(), all));
  }

  /** Whether all ranks are past a place. */
  private boolean isPast(Place place) {
    return place.last().entrySet().stream()
        .allMatch(last -> last.getValue() < ranks.get(last.getKey()).first());
  }

  /** Lets event loggers drop the records before a base. */
  void drop(StreamBase base) {
    from = base.dropped() + 1;
  }
}
