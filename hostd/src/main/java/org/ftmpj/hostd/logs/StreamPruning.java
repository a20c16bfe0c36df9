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
import org.ftmpj.transport.journal.Needed;
import org.ftmpj.transport.journal.NeededPositions;

/**
 * Which records of this host's stream are needed: from the first one on that has a determinant
 * which a rank needs, wherever it goes on (protocol rule STREAM_PRUNED). Not of each determinant is
 * noted where it is, but every so many bytes of the stream how far it has each rank. Used by one
 * thread at a time, but for {@link #from}.
 */
public final class StreamPruning implements Needed {
  /** So many bytes of the stream are between two places, or more. */
  private static final long LEAST_BYTES = 256 << 10;

  /** So many places are noted at most. */
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

    /** Null before it has told. */
    private NeededPositions needed;

    OfRank(int rank) {
      this.rank = rank;
    }

    /** The first of its determinants that it needs. */
    long first() {
      if (needed == null) {
        needed = NeededPositions.find(layout.needed(rank));
      }
      return needed == null ? 1 : Math.min(Math.max(1, needed.record()), last + 1);
    }
  }

  /**
   * A place in the stream.
   *
   * @param number of the last record before it
   * @param last of each rank, its last determinant before it
   */
  private record Place(long number, Map<Integer, Long> last) {}

  /**
   * @param layout the job's directory on this host, where it is noted what ranks need
   */
  public StreamPruning(JobLayout layout) {
    this.layout = layout;
  }

  /** {@inheritDoc} Of the stream's records. Any thread. */
  @Override
  public long from() {
    return from;
  }

  /** The stream has that record, which came after all others. */
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
   * What is to be added to the stream before more of it may be dropped; empty if that is not worth
   * it. When it is stable, {@link #drop} is to be called.
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

  /** Whether all ranks are past that place. */
  private boolean isPast(Place place) {
    return place.last().entrySet().stream()
        .allMatch(last -> last.getValue() < ranks.get(last.getKey()).first());
  }

  /** Event loggers may drop what that base is about. */
  void drop(StreamBase base) {
    from = base.dropped() + 1;
  }
}
