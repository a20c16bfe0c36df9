package org.ftmpj.hostd.logs;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.logger.store.Store;
import org.ftmpj.logger.store.StoreReader;
import org.ftmpj.logger.store.StreamBase;
import org.ftmpj.logger.store.StreamEntry;
import org.ftmpj.logger.store.StreamRecord;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.transport.journal.Retention;
import org.ftmpj.transport.journal.SegmentRules;

/**
 * The determinants of ranks that come from lost hosts, from the streams of those hosts at the event
 * logger; they become the ranks' determinant logs on this host. One thread.
 */
public final class MovedDeterminants implements AutoCloseable {
  /** The incarnation in whose name they are written: older than the one that reads them. */
  private static final int OLDEST = 1;

  private final JobLayout layout;
  private final Map<Integer, Store> stores = new TreeMap<>();

  /** The last base of each rank in the streams. */
  private final Map<Integer, StreamBase.OfRank> bases = new TreeMap<>();

  /** The first present determinant of each rank whose earlier ones are missing. */
  private final Map<Integer, Long> firsts = new TreeMap<>();

  /** The numbers of the last ones of ranks that may read theirs. */
  private final Map<Integer, Long> complete = new TreeMap<>();

  public MovedDeterminants(JobLayout layout) {
    this.layout = layout;
  }

  /**
   * Takes the next record of a stream. The streams come in the order in which the rank was on their
   * hosts; if they come again, all or in part, nothing changes.
   *
   * @throws FtmpjException {@code LOG_CORRUPT}, {@code LOG_VERSION}, {@code LOG_NOT_WRITABLE}
   */
  public void add(ByteBuffer record) {
    StreamRecord next = StreamRecord.decode(record);
    if (next instanceof StreamBase base) {
      base.ranks().forEach(rank -> bases.merge(rank.rank(), rank, MovedDeterminants::later));
    } else {
      add((StreamEntry) next);
    }
  }

  private static StreamBase.OfRank later(StreamBase.OfRank one, StreamBase.OfRank other) {
    return one.first() > other.first() ? one : other;
  }

  private void add(StreamEntry entry) {
    if (complete.containsKey(entry.rank())) {
      checkKnown(entry);
      return;
    }
    Store store = stores.computeIfAbsent(entry.rank(), rank -> open(rank, entry.session()));
    Batch batch = entry.batch();
    long last = store.state().last();
    if (batch.last() <= last) {
      return;
    }
    if (batch.first() > last + 1) {
      passOver(entry.rank(), store, batch.first());
    }
    store.append(batch.from(store.state().last() + 1));
  }

  /**
   * Skips the determinants before the given one, which are either not required or lost: which is
   * known when all have come.
   */
  private void passOver(int rank, Store store, long first) {
    firsts.put(rank, first);
    store.passOver(first);
  }

  /** Checks that nothing was added: the streams of lost hosts are fenced. */
  private void checkKnown(StreamEntry entry) {
    if (entry.batch().last() > complete.get(entry.rank())) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT,
          "The event logger has %s of rank %d, which began with %d determinants"
              .formatted(entry.batch(), entry.rank(), complete.get(entry.rank())));
    }
  }

  private Store open(int rank, long session) {
    // Nothing of the skipped part stays: the log begins at its end.
    Retention needed = () -> firsts.containsKey(rank) ? firsts.get(rank) + 1 : 0;
    Store store = Store.open(layout.determinants(rank), SegmentRules.usual(needed));
    if (store.state().incarnation() < OLDEST) {
      store.fence(OLDEST, session);
    }
    long first = StoreReader.first(layout.determinants(rank));
    if (first > 1) {
      // Skipped in an earlier run, which did not know yet whether that was right.
      firsts.merge(rank, first, Math::max);
    }
    return store;
  }

  /**
   * Completes the determinants of a rank that has moved to this host, which may now read them. The
   * directory records this for the next run of the job.
   *
   * @return the number of the last one; 0 if there is none
   * @throws FtmpjException {@code LOG_NOT_WRITABLE}, {@code LOG_CORRUPT} if any are missing that
   *     are still required
   */
  public long complete(int rank) {
    if (!complete.containsKey(rank)) {
      long last = last(rank);
      AtomicFile.write(layout.moved(rank), last + "\n");
      complete.put(rank, last);
    }
    return complete.get(rank);
  }

  private long last(int rank) {
    StreamBase.OfRank base = bases.get(rank);
    long first = firsts.getOrDefault(rank, 0L);
    if (first > 0 && (base == null || base.first() < first)) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT,
          "The event logger has determinants of rank %d from %d on; those from %d on are needed"
              .formatted(rank, first, base == null ? 1 : base.first()));
    }
    if (base != null && base.first() > 1) {
      Store store = stores.computeIfAbsent(rank, r -> open(r, base.session()));
      if (store.state().last() < base.first() - 1) {
        passOver(rank, store, base.first());
      }
    }
    return stores.containsKey(rank) ? stores.get(rank).state().last() : 0;
  }

  /**
   * The number of the last determinant that a rank recorded on an earlier host; 0 if it has not
   * moved.
   */
  static long before(JobLayout layout, int rank) {
    return AtomicFile.read(layout.moved(rank)).map(String::strip).map(Long::valueOf).orElse(0L);
  }

  /** Ends the writing, until more come. */
  @Override
  public void close() {
    stores.values().forEach(Store::close);
    stores.clear();
  }
}
