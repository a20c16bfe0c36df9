package org.ftmpj.logger.server;

import org.ftmpj.common.error.ErrorCode;
import org.ftmpj.common.error.FtmpjException;
import org.ftmpj.logger.wire.Ack;
import org.ftmpj.logger.wire.Append;
import org.ftmpj.logger.wire.Hello;
import org.ftmpj.logger.wire.Outbox;
import org.ftmpj.logger.wire.Prune;
import org.ftmpj.logger.wire.Refused;

/**
 * What one process of a rank does with the records of its rank in its only logger: appends some,
 * which are acknowledged when its store says that they are stable, and reads its history. Used by
 * the event loop's thread.
 */
final class RankClient implements AutoCloseable {
  private final RankRecords records;
  private final long first;
  private HistoryFeed feed; // null if nothing of it is left to send

  /** Number of the last record that the store has told to be stable. */
  private long stable;

  /** Number of the last record that the client has sent, or knew of when it came. */
  private long received;

  private boolean ackDue;

  RankClient(RankRecords records, Hello hello) {
    this.records = records;
    stable = records.stable();
    received = stable;
    first = records.first();
    if (hello.firstWanted() != 0) {
      feed =
          new HistoryFeed(records, hello.firstWanted() == Hello.KEPT ? first : hello.firstWanted());
    }
  }

  /** Of the records that are there, when it came. */
  long first() {
    return first;
  }

  long stable() {
    return stable;
  }

  void append(Append append) {
    received = Math.max(received, append.batch().last());
    records.append(append.batch());
  }

  void prune(Prune prune) {
    records.prune(prune.last());
  }

  /** The store says that the records up to that one are stable. */
  void stable(long last) {
    stable = Math.max(stable, last);
    ackDue = true;
  }

  /** Whether there is something to send. */
  boolean isDue() {
    return feed != null || ackDue;
  }

  /** Adds what is due, but no more than fits: one acknowledgement for all appends. */
  void fill(Outbox out) throws RefusedException {
    if (out.isEmpty() && ackDue) {
      // Not what the client had sent over an earlier connection, and will send again.
      out.add(new Ack(Math.min(stable, received)));
      ackDue = false;
    }
    try {
      if (feed != null && !feed.fill(out)) {
        endFeed();
      }
    } catch (FtmpjException e) {
      throw e.code() == ErrorCode.LOG_DROPPED
          ? new RefusedException(Refused.Code.DROPPED, e.what())
          : new RefusedException(Refused.Code.LOST_RECORDS, e.getMessage());
    }
  }

  private void endFeed() {
    if (feed != null) {
      feed.close();
      feed = null;
    }
  }

  @Override
  public void close() {
    endFeed();
    records.close();
  }
}
