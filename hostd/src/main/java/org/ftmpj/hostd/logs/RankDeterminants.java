package org.ftmpj.hostd.logs;

import java.nio.file.Path;
import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.logger.store.StoreReader;
import org.ftmpj.logger.store.StreamEntry;
import org.ftmpj.logger.wire.Batch;

/** The determinant log of a rank of this host, as a source of the stream. One thread at a time. */
final class RankDeterminants implements AutoCloseable {
  private final int rank;
  private final Path log;

  /** Null while there is no log. */
  private StoreReader reader;

  /** The batch that was read and not taken; null if there is none. */
  private Batch next;

  /** The number of the last one that is in the stream. */
  private long last;

  RankDeterminants(int rank, Path log) {
    this.rank = rank;
    this.log = log;
  }

  /**
   * Sets the number up to which the stream has the determinants; before the first {@link #look}.
   */
  void startAfter(long number) {
    last = Math.max(last, number);
  }

  /** Reads the next batch, unless one was not taken yet. */
  boolean look() {
    if (reader == null && StoreReader.exists(log)) {
      reader = StoreReader.open(log, last + 1);
    }
    while (reader != null && next == null) {
      next = reader.next();
      if (next == null) {
        return false;
      } else if (next.last() <= last) {
        next = null;
      }
    }
    return next != null;
  }

  /** The stamp of the batch found. */
  long stamp() {
    if (reader.stamp() < 0) {
      throw new FtmpjException(
          ErrorCode.LOG_CORRUPT, "Determinants without a stamp: %s in %s".formatted(next, log));
    }
    return reader.stamp();
  }

  /** Takes the batch found, for the stream. */
  StreamEntry take() {
    StreamEntry entry =
        new StreamEntry(
            rank, reader.state().incarnation(), reader.state().session(), next.from(last + 1));
    last = next.last();
    next = null;
    return entry;
  }

  @Override
  public void close() {
    if (reader != null) {
      reader.close();
    }
  }
}
