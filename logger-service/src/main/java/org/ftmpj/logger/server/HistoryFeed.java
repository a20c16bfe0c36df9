package org.ftmpj.logger.server;

import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.logger.store.BatchReader;
import org.ftmpj.logger.wire.Batch;
import org.ftmpj.logger.wire.History;
import org.ftmpj.logger.wire.HistoryEnd;
import org.ftmpj.logger.wire.Outbox;

/** The history that one client asked for, sent as fast as the client takes it. */
final class HistoryFeed implements AutoCloseable {
  /** How much is taken into memory at once. */
  private static final int ENOUGH = 256 << 10;

  private final RankRecords records;
  private final long last;
  private BatchReader reader;
  private long next;

  /**
   * @param first first record wanted
   */
  HistoryFeed(RankRecords records, long first) {
    this.records = records;
    this.next = first;
    this.last = records.stable();
  }

  /** Adds what comes next; false when that was the end. */
  boolean fill(Outbox outbox) {
    if (reader == null) {
      reader = records.history(next);
    }
    while (next <= last) {
      if (outbox.size() >= ENOUGH) {
        return true;
      }
      Batch batch = reader.next();
      if (batch == null) {
        throw new FtmpjException(
            ErrorCode.LOG_CORRUPT, "A store ends before record " + next + " of " + last);
      }
      if (batch.last() >= next) {
        outbox.add(new History(batch.from(next)));
        next = batch.last() + 1;
      }
    }
    outbox.add(new HistoryEnd(last));
    return false;
  }

  @Override
  public void close() {
    if (reader != null) {
      reader.close();
    }
  }
}
