package org.ftmpj.hostd.logs;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.common.job.JobLayout;
import org.ftmpj.logger.store.Store;
import org.ftmpj.logger.store.StreamEntry;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.supervisor.record.AtomicFile;
import org.ftmpj.transport.journal.SegmentRules;

/**
 * The determinants of ranks that come from lost hosts, as the event logger has them in the streams
 * of those hosts: they become their determinant logs here. One thread.
 */
public final class MovedDeterminants implements AutoCloseable {
  /** In whose name they are written: older than the incarnation that reads them. */
  private static final int OLDEST = 1;

  private final JobLayout layout;
  private final Map<Integer, Store> stores = new TreeMap<>();

  /** The numbers of the last ones of ranks that may read theirs. */
  private final Map<Integer, Long> complete = new TreeMap<>();

  public MovedDeterminants(JobLayout layout) {
    this.layout = layout;
  }

  /**
   * Takes the next record of a stream. The streams of the hosts where a rank was come in that
   * order; when they come again, all or a part of them, nothing changes.
   *
   * @throws FtmpjException {@code LOG_CORRUPT} if determinants are missing, {@code LOG_VERSION},
   *     {@code LOG_NOT_WRITABLE}
   */
  public void add(ByteBuffer record) {
    StreamEntry entry = StreamEntry.decode(record);
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
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT,
          "The event logger has %s of rank %d after %d".formatted(batch, entry.rank(), last));
    }
    store.append(batch.from(last + 1));
  }

  /** The streams of lost hosts are fenced: nothing can have been added. */
  private void checkKnown(StreamEntry entry) {
    if (entry.batch().last() > complete.get(entry.rank())) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT,
          "The event logger has %s of rank %d, which began with %d determinants"
              .formatted(entry.batch(), entry.rank(), complete.get(entry.rank())));
    }
  }

  private Store open(int rank, long session) {
    Store store = Store.open(layout.determinants(rank), SegmentRules.usual());
    if (store.state().incarnation() < OLDEST) {
      store.fence(OLDEST, session);
    }
    return store;
  }

  /**
   * Those of a rank that has come to this host are all there: it may read them. That is noted in
   * the directory, for the next run of the job.
   *
   * @return the number of the last one; 0 if there is none
   * @throws FtmpjException {@code LOG_NOT_WRITABLE}
   */
  public long complete(int rank) {
    if (!complete.containsKey(rank)) {
      Store store = stores.get(rank);
      long last = store == null ? 0 : store.state().last();
      AtomicFile.write(layout.moved(rank), last + "\n");
      complete.put(rank, last);
    }
    return complete.get(rank);
  }

  /** The number of the last one that a rank had before it came to this host; 0 if it did not. */
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
